// Globals that jsdom lacks and every page of an extension has.
import { webcrypto } from 'node:crypto';
import { CompressionStream, DecompressionStream } from 'node:stream/web';

const { subtle } = webcrypto;
Object.defineProperty(crypto, 'subtle', {
  // An async function, because Dexie takes the class of this promise for that of all promises.
  value: { digest: async (...args: Parameters<typeof subtle.digest>) => subtle.digest(...args) },
});
Object.assign(globalThis, { CompressionStream, DecompressionStream });
