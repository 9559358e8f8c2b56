import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { SECOND_MS } from '../src/domain/time';
import { databasesOfPage } from './leave-page';

// Browsers keep some functions for secure contexts. Over plain http the web app works with those below,
// in its pages and in its workers. It has no service worker, no files of its own (web/connect-shared.ts)
// and no sheet of the system for sharing there.

const LOCK_PREFIX = 'leafmark.lock.';
/** A lock that is free is taken much earlier. */
const FREE_WITHIN_MS = SECOND_MS;

/**
 * Creates the database of a lock. It can be deleted only when nobody has it open, and the browser closes
 * it with a page or worker that ends. So whoever creates it again has the lock until it is closed.
 * Returns null if another was faster.
 */
const createAnew = (name: string): Promise<IDBDatabase | null> =>
  new Promise((resolve, reject) => {
    const databases = databasesOfPage();
    const deletion = databases.deleteDatabase(name);
    deletion.onerror = () => reject(deletion.error);
    const opening = databases.open(name);
    let isNew = false;
    opening.onupgradeneeded = () => {
      isNew = true;
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      if (isNew) return resolve(opening.result);
      opening.result.close();
      resolve(null);
    };
  });

async function take(name: string): Promise<IDBDatabase> {
  for (;;) {
    const held = await createAnew(LOCK_PREFIX + name);
    if (held !== null) return held;
  }
}

const inUse = new Set<IDBDatabase>();

type Work<T> = (lock: Lock | null) => T | PromiseLike<T>;

/** `LockManager.request` of an exclusive lock. */
async function request<T>(
  name: string,
  ...rest: [work: Work<T>] | [options: { readonly ifAvailable?: boolean }, work: Work<T>]
): Promise<T> {
  const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
  const taken = take(name);
  if (options.ifAvailable) {
    const late = new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), FREE_WITHIN_MS);
    });
    if ((await Promise.race([taken, late])) === null) {
      // Nobody waits for this lock any more, so its failure needs no report.
      taken.then(
        (held) => held.close(),
        () => {},
      );
      return work(null);
    }
  }
  const held = await taken;
  // A browser also closes a database to which nothing refers any more, and work may wait for a long time.
  inUse.add(held);
  try {
    return await work({ name, mode: 'exclusive' });
  } finally {
    inUse.delete(held);
    held.close();
  }
}

const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  'SHA-256': sha256,
  // Dexie asks for it to learn the class of the browser's own promises.
  'SHA-512': sha512,
};

const viewOfBytes = (data: BufferSource): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);

async function digest(algorithm: string, data: BufferSource): Promise<ArrayBuffer> {
  const hash = HASHES[algorithm];
  if (hash === undefined) throw new DOMException(algorithm, 'NotSupportedError');
  return new Uint8Array(hash(viewOfBytes(data))).buffer;
}

/** A random UUID (RFC 9562, 5.4). */
function randomUUID(): string {
  const hex = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.*)$/, `$1-$2-4$3-${variant}$4-$5`);
}

/** Copies with the older function of browsers, which only works during a press. */
async function writeText(text: string): Promise<void> {
  const set = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', set, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', set);
  if (!isCopied) throw new DOMException('The browser refuses to copy.', 'NotAllowedError');
}

function replaceParts(): void {
  const add = (owner: object, parts: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(parts)) {
      Object.defineProperty(owner, name, { value, configurable: true });
    }
  };
  add(crypto, { subtle: { digest }, randomUUID });
  add(navigator, {
    locks: { request },
    storage: {
      // As little as possible is kept there.
      estimate: async () => ({ quota: 0 }),
      persisted: async () => false,
      persist: async () => false,
    },
    clipboard: { writeText },
  });
}

if (!isSecureContext) replaceParts();
