import type { Connection } from '../../src/service';

/** The minimum for a first sync: time in ms, and payload in bytes. */
export interface FloorTime {
  /** Time to read the whole stream. */
  readonly readMs: number;
  /** Time to write the parts to a plain database in one transaction. */
  readonly putMs: number;
  /** Size of the parts without headers and boundaries. */
  readonly payloadBytes: number;
  readonly bookmarks: number;
}

/**
 * Reads bookmarks with their articles in one request, splits the text at its boundaries and writes
 * the parts to the two tables of a database `name` without indexes.
 */
export async function floor({ base, token }: Connection, name: string): Promise<FloorTime> {
  const database = await openBare(name);
  const began = performance.now();
  const answer = await fetch(`${base}/api/bookmarks/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ with_json: true, with_html: true }),
  });
  const boundary = /boundary="([^"]+)"/.exec(answer.headers.get('content-type') ?? '')?.[1];
  const text = await answer.text();
  const read = performance.now();
  const parts = text.split(`--${boundary}`).slice(1, -1).map(partOf);
  const put = await putAll(database, parts);
  database.close();
  const encoder = new TextEncoder();
  return {
    readMs: read - began,
    putMs: put - read,
    payloadBytes: parts.reduce((sum, { body }) => sum + encoder.encode(body).byteLength, 0),
    bookmarks: parts.filter(({ type }) => type === 'json').length,
  };
}

interface Part {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

function partOf(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  return {
    id: header('Bookmark-Id').trim(),
    type: header('Type').trim(),
    body: text.slice(end + 4, -2),
  };
}

const STORES: Readonly<Record<string, string>> = { json: 'bookmarks', html: 'articles' };

function openBare(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of Object.values(STORES)) {
        request.result.createObjectStore(store, { keyPath: 'id' });
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when everything is written. */
function putAll(database: IDBDatabase, parts: readonly Part[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const stores = Object.values(STORES);
    const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' });
    transaction.oncomplete = () => resolve(performance.now());
    transaction.onabort = () => reject(transaction.error);
    for (const { id, type, body } of parts) {
      const row = type === 'json' ? JSON.parse(body) : { html: body };
      transaction.objectStore(STORES[type] ?? '').put({ ...row, id });
    }
  });
}
