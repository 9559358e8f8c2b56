// jsdom has no `crypto.subtle`, which every page of an extension has.
import { webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
Object.defineProperty(crypto, 'subtle', {
  // An async function, because Dexie takes the class of this promise for that of all promises.
  value: { digest: async (...args: Parameters<typeof subtle.digest>) => subtle.digest(...args) },
});
