import type { Storage } from '../../../server/storage';

/** Returns a storage in which every function rejects with a new error of `error`. */
export function brokenStorage(error: () => Error): Storage {
  const fail = () => Promise.reject(error());
  const repository = new Proxy({}, { get: () => fail });
  const functions = ['transaction', 'changeCount', 'changedAt', 'backup', 'close'];
  return new Proxy({} as Storage, {
    get: (_, name) => (functions.includes(String(name)) ? fail : repository),
  });
}
