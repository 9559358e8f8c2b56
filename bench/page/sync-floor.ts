import { databaseName } from '../../src/library/database/schema';
import type { Connection } from '../../src/service';
import { elapsed } from '../figure';

/** The minimum for a first sync: times in ms, and payload in bytes. */
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
export async function readStream({ base, token }: Connection, name: string): Promise<FloorTime> {
  const database = await openPlain(name, (made) => {
    for (const table of Object.values(TABLE_OF)) made.createObjectStore(table, { keyPath: 'id' });
  });
  const began = performance.now();
  const answer = await fetch(`${base}/api/bookmarks/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ with_json: true, with_html: true }),
  });
  const boundary = /boundary="([^"]+)"/.exec(answer.headers.get('content-type') ?? '')?.[1];
  const text = await answer.text();
  const readMs = performance.now() - began;
  const parts = text.split(`--${boundary}`).slice(1, -1).map(partOf);
  const putMs = await elapsed(() => {
    const byTable = Map.groupBy(parts, ({ type }) => TABLE_OF[type] ?? '');
    return putAll(
      database,
      Array.from(byTable, ([table, some]) => [table, some.map(rowOf)]),
    );
  });
  const encoder = new TextEncoder();
  return {
    readMs,
    putMs,
    payloadBytes: parts.reduce((sum, { body }) => sum + encoder.encode(body).byteLength, 0),
    bookmarks: parts.filter(({ type }) => type === 'json').length,
  };
}

const TABLE_OF: Readonly<Record<string, string>> = { json: 'bookmarks', html: 'articles' };

type Part = ReturnType<typeof partOf>;

function partOf(text: string) {
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  const [id, type] = [header('Bookmark-Id').trim(), header('Type').trim()];
  return { id, type, body: text.slice(end + 4, -2) };
}

const rowOf = ({ id, type, body }: Part) =>
  Object.assign(type === 'json' ? JSON.parse(body) : { html: body }, { id });

/** The tables that a first sync fills. */
const FILLED = ['bookmarks', 'articles', 'shadows', 'journal'];

/**
 * Copies a library to a plain database with the same tables and indexes in one transaction, and
 * returns the time in ms.
 */
export async function copyLibrary(account: string): Promise<number> {
  const from = await done(indexedDB.open(databaseName(account)));
  const reading = from.transaction(FILLED);
  const tables = FILLED.map((name) => reading.objectStore(name));
  const layouts = tables.map(layoutOf);
  const rows = await Promise.all(tables.map((table) => done(table.getAll())));
  const to = await openPlain(`copy of ${account}`, (made) => {
    for (const make of layouts) make(made);
  });
  from.close();
  return elapsed(() =>
    putAll(
      to,
      FILLED.map((name, at) => [name, rows[at] ?? []]),
    ),
  );
}

/**
 * Returns a function that creates the same table in another database. It reads the table first,
 * because its properties are not available later.
 */
function layoutOf(table: IDBObjectStore): (into: IDBDatabase) => void {
  const { name, keyPath, autoIncrement } = table;
  const indexes = [...table.indexNames].map((each) => {
    const { keyPath: path, unique, multiEntry } = table.index(each);
    return { name: each, path, options: { unique, multiEntry } };
  });
  return (into) => {
    const copy = into.createObjectStore(name, { keyPath, autoIncrement });
    for (const index of indexes) copy.createIndex(index.name, index.path, index.options);
  };
}

function openPlain(name: string, make: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => make(request.result);
  return done(request);
}

/** Puts rows into tables in one transaction, and closes the database. */
async function putAll(
  database: IDBDatabase,
  tables: readonly (readonly [table: string, rows: readonly unknown[]])[],
): Promise<void> {
  const names = tables.map(([name]) => name);
  const transaction = database.transaction(names, 'readwrite', { durability: 'relaxed' });
  for (const [name, rows] of tables) {
    const table = transaction.objectStore(name);
    for (const row of rows) table.put(row);
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
