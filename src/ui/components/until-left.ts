/**
 * Passes on what `work` resolves to, or its failure, until the returned function is called. For effects
 * that read the library: after the page is left the library may be closed, and the read fails.
 */
export function untilLeft<T>(
  work: Promise<T>,
  show: (value: T) => void,
  onFailed = (error: unknown): void => {
    throw error;
  },
): () => void {
  let isLeft = false;
  work.then(
    (value) => {
      if (!isLeft) show(value);
    },
    (error: unknown) => {
      if (!isLeft) onFailed(error);
    },
  );
  return () => {
    isLeft = true;
  };
}
