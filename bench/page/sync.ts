// The sync engine over a library in the browser's IndexedDB, as in the background.

import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import { eachBounded } from '../../src/domain/each-bounded';
import { MINUTE_MS, unixMs } from '../../src/domain/time';
import { type Library, openLibrary } from '../../src/library';
import { addMany } from '../../src/library/bookmarks/save-page';
import { type Connection, createClient, createSender, platformTransport } from '../../src/service';
import { type ArticlePolicy, createSync } from '../../src/sync';
import { elapsed } from '../figure';
import { value } from './library';

export { copyLibrary, readStream } from './sync-floor';

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
    now: wallClock,
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
const labelsOf = (n: number) => [`label ${n % 97}`];

/** Adds addresses to a library, as an import does. */
export async function addAddresses(account: string, count: number): Promise<void> {
  const { part } = await libraryOf(account);
  const address = { kind: 'address', excerpt: '', reason: 'not-included' } as const;
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => at + n);
    const pages = some.map((n) => ({
      page: { ...address, url: addressOf(n), title: `Page ${n}` },
      created: unixMs(Date.UTC(2020, 0, 1) + n * MINUTE_MS),
      labels: labelsOf(n),
      isArchived: n % 3 === 0,
    }));
    value(await part((store) => addMany(store, pages, { outbox: true })));
  }
}

/** Creates the same bookmarks by bare requests, four at a time, and returns the time in ms. */
export function createAddresses(connection: Connection, count: number): Promise<number> {
  const client = createClient(createSender(connection, platformTransport));
  return elapsed(() =>
    eachBounded(Array(count).keys(), 4, async (n) => {
      const bookmark = { url: addressOf(n), title: `Page ${n}`, labels: labelsOf(n) };
      value(await client.bookmarks.create(bookmark));
    }),
  );
}

/** Closes a library that the next run does not need. */
export function close(account: string): void {
  opened.get(account)?.close();
  opened.delete(account);
}

async function libraryOf(account: string): Promise<Library> {
  const open = opened.get(account);
  if (open) return open;
  const library = value(await openLibraryOf(openLibrary, account, wallClock));
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
