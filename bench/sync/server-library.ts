import { issueToken } from '../../server/account/issue-token';
import { openStorage, type Storage, type UserRow } from '../../server/storage';
import { DAY_MS, HOUR_MS, unixMs } from '../../src/domain';
import { addUser, databaseIn } from '../server/database';
import type { Articles } from './articles';

const AT_ONCE = 64;
const NEWEST = Date.UTC(2026, 0, 1);

/** Makes a database in `folder` with one person who has so many bookmarks; the token of that person. */
export async function fillServer(folder: string, count: number, articles: Articles) {
  // Long ago: a pull asks for the last minute's changes again.
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
      ...{ url: `https://${host}/${n}`, state: 0, title, description, wordCount },
      ...{ site: host, siteName: `Example ${n % 100}`, domain: host },
      ...{ authors: ['Ada Gardener'], lang: 'en', documentType: 'article', hasArticle: true },
      labels: [`label ${n % 97}`, `label ${n % 31}`],
      isArchived: n % 3 === 0,
      created: unixMs(NEWEST - n * (DAY_MS / 24)),
    });
    // The words for the search are the title's: what the server searches is measured elsewhere.
    await contents.put(key, { article: html, text: title });
  });
