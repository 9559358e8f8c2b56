/** Returns the value of a good answer. Any other answer fails the test with its error. */
export function good<T>(answer: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
