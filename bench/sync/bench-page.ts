// Runs in the page of the benchmark's extension: the sync engine over a library in the browser's
// IndexedDB, as in the background.

import { eachBounded } from '../../src/domain/each-bounded';
import type { Result } from '../../src/domain/result';
import { MINUTE_MS, unixMs } from '../../src/domain/time';
import { type Library, openLibrary } from '../../src/library';
import { addMany } from '../../src/library/bookmarks/save-page';
import { type Connection, createClient, createSender, platformTransport } from '../../src/service';
import { type ArticlePolicy, createSync } from '../../src/sync';

export { copyLibrary } from './copy';
export { floor } from './floor';

/** A library to be synced with a server, and the connection for it. */
export interface Replica {
  readonly connection: Connection;
  /** The account of the library; each name is a separate library. */
  readonly account: string;
}

/** The result of a round. */
export interface RoundTime {
  readonly ms: number;
  /** The bookmarks and articles in the library after the round. */
  readonly bookmarks: number;
  readonly articles: number;
}

const now = () => unixMs(Date.now());
const opened = new Map<string, Library>();

/** Runs one round of sync in a new engine. */
export async function round(
  { connection, account }: Replica,
  articles: ArticlePolicy = 'all',
): Promise<RoundTime> {
  const library = await libraryOf(account);
  const send = createSender(connection, platformTransport);
  const engine = createSync({
    library,
    server: { client: createClient(send), send },
    now,
    random: Math.random,
    alone: (work) => work(),
  });
  const began = performance.now();
  const { kind } = await engine.round({ articles });
  const ms = performance.now() - began;
  if (kind !== 'done') throw new Error(`The round ended as ${kind}`);
  return { ms, ...(await contentsOf(library)) };
}

const AT_ONCE = 500;
const addressOf = (n: number) => `https://example${n % 100}.org/${n}`;

/** Adds addresses to a library, as an import does. */
export async function addAddresses(account: string, count: number): Promise<void> {
  const { part } = await libraryOf(account);
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => at + n);
    const pages = some.map((n) => ({
      page: {
        kind: 'address',
        url: addressOf(n),
        title: `Page ${n}`,
        excerpt: '',
        reason: 'not-included',
      } as const,
      created: unixMs(Date.UTC(2020, 0, 1) + n * MINUTE_MS),
      labels: [`label ${n % 97}`],
      isArchived: n % 3 === 0,
    }));
    value(await part((store) => addMany(store, pages, { outbox: true })));
  }
}

/** Creates the same bookmarks by bare requests, four at a time, and returns the time in ms. */
export async function createAddresses(connection: Connection, count: number): Promise<number> {
  const client = createClient(createSender(connection, platformTransport));
  const began = performance.now();
  await eachBounded(Array(count).keys(), 4, async (n) => {
    const labels = [`label ${n % 97}`];
    value(await client.bookmarks.create({ url: addressOf(n), title: `Page ${n}`, labels }));
  });
  return performance.now() - began;
}

/** Closes a library that the next run does not need. */
export function close(account: string): void {
  opened.get(account)?.close();
  opened.delete(account);
}

async function libraryOf(account: string): Promise<Library> {
  const open = opened.get(account);
  if (open) return open;
  const library = value(await openLibrary({ account, newId: () => crypto.randomUUID(), now }));
  opened.set(account, library);
  return library;
}

async function contentsOf(library: Library) {
  return new Promise<Pick<RoundTime, 'bookmarks' | 'articles'>>((resolve) => {
    const stop = library.sync.watchStatus(async ({ articlesHere }) => {
      stop();
      const linked = await library.sync.linked();
      resolve({ bookmarks: linked.length, articles: articlesHere });
    });
  });
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
