/**
 * Returns a function that does one piece of work after the other, in the order of its calls. A
 * failure is the caller's, and the next piece of work is done anyway.
 */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => null);
    return done;
  };
}
