/** Returns the value of a good answer. Any other answer fails the test with its error. */
export function good<T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

export async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
