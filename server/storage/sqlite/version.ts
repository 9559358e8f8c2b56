import type { DatabaseSync } from 'node:sqlite';

/**
 * A number that is another one after every commit by anybody. It is asked for many times by requests
 * that come together: what other processes commit is seen in the next turn of the event loop, what
 * this one commits at once.
 * @param reading a connection that does not write
 * @param commits how often this process has committed
 */
export function createVersion(reading: DatabaseSync, commits: () => number): () => number {
  const ask = reading.prepare('pragma data_version');
  let known: { readonly commits: number; readonly version: number } | null = null;
  return () => {
    if (known?.commits === commits()) return known.version;
    const version = Number(ask.get()?.data_version);
    known = { commits: commits(), version };
    setImmediate(() => {
      known = null;
    });
    return version;
  };
}
