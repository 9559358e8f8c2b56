import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '../../server/account/issue-token';
import { openStorage, type Storage, type UserRow } from '../../server/storage';
import { DAY_MS, HOUR_MS, unixMs } from '../../src/domain/time';
import type { Connection } from '../../src/service';
import { type Child, startChild } from '../server/child';
import { addUser, databaseIn } from '../server/database';
import { buildPrograms } from '../server/programs';
import type { Articles } from './articles';

/** A companion server in its own process with the bookmarks of one user. */
export interface BenchServer extends AsyncDisposable {
  /** The connection of that user. */
  readonly connection: Connection;
  readonly port: number;
}

/** Starts servers with the given numbers of bookmarks. */
export async function createServers(articles: Articles) {
  const { leafmark } = await buildPrograms();
  return async (count: number): Promise<BenchServer> => {
    const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-server-'));
    const token = await fillServer(folder, count, articles);
    const child: Child = await startChild(leafmark, [folder]);
    const { port } = child;
    return {
      connection: { base: baseAt(port), token },
      port,
      async [Symbol.asyncDispose]() {
        await child[Symbol.asyncDispose]();
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
}

export const baseAt = (port: number): string => `http://127.0.0.1:${port}`;

const AT_ONCE = 64;
const NEWEST = Date.UTC(2026, 0, 1);

/**
 * Creates a database in `folder` with one user and `count` bookmarks, and returns the user's token.
 */
async function fillServer(folder: string, count: number, articles: Articles) {
  // Long ago, because a pull requests the changes of the last minute again.
  const longAgo = unixMs(Date.now() - HOUR_MS);
  const storage = await openStorage({ database: databaseIn(folder), now: () => longAgo });
  const user = await addUser(storage);
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => at + n);
    await Promise.all(some.map((n) => addBookmark(storage, user, articles, n)));
  }
  while ((await storage.search.indexSome()) > 0);
  const named = { userId: user.id, kind: 'api', name: 'bench', roles: null } as const;
  const { secret } = await issueToken(storage, { ...named, clientUri: '', clientLogo: '' });
  await storage.close();
  return secret;
}

const addBookmark = (storage: Storage, user: UserRow, articles: Articles, n: number) =>
  storage.transaction(async ({ bookmarks, contents }) => {
    const { title, description, html, wordCount } = articles(n);
    const host = `example${n % 100}.org`;
    const { key } = await bookmarks.create(user.id, {
      url: `https://${host}/${n}`,
      state: 0,
      title,
      description,
      wordCount,
      site: host,
      siteName: `Example ${n % 100}`,
      domain: host,
      authors: ['Ada Gardener'],
      lang: 'en',
      documentType: 'article',
      hasArticle: true,
      labels: [`label ${n % 97}`, `label ${n % 31}`],
      isArchived: n % 3 === 0,
      created: unixMs(NEWEST - n * (DAY_MS / 24)),
    });
    // Only the title is indexed: searches are measured elsewhere.
    await contents.put(key, { article: html, text: title });
  });
