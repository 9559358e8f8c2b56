// Runs in the page of the benchmark's extension: the sync engine over a library in the browser's
// IndexedDB, as in the background.
import { type Result, unixMs } from '../../src/domain';
import { type Library, openLibrary } from '../../src/library';
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
