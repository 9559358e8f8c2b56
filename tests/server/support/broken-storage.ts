import type { Storage } from '../../../server/storage';

/** A storage of which every function fails with what `error` makes. */
export function brokenStorage(error: () => Error): Storage {
  const fail = () => Promise.reject(error());
  const repository = new Proxy({}, { get: () => fail });
  const functions = ['transaction', 'changeCount', 'changedAt', 'backup', 'close'];
  return new Proxy({} as Storage, {
    get: (_, name) => (functions.includes(String(name)) ? fail : repository),
  });
}
