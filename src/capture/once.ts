/** Returns a function that computes a value when it is first needed, and only then. */
export function once<T>(find: () => T): () => T {
  let found: T | null = null;
  return () => (found ??= find());
}
