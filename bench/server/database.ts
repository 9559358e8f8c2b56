import { join } from 'node:path';
import { issueToken } from '../../server/account/issue-token';
import { DEFAULT_USER_SETTINGS } from '../../server/account/user-settings';
import { openStorage, type Storage, type UserRow } from '../../server/storage';
import { HOUR_MS, unixMs } from '../../src/domain/time';
import { createWords } from '../random';

export const databaseIn = (folder: string): string => join(folder, 'leafmark.db');

/** Written concurrently, so that they share fsync calls. */
const AT_ONCE = 64;
const WORDS_IN_TEXT = 290;
const NEWEST = Date.UTC(2026, 0, 1);

/** A library that a server can be started on. */
export interface Library {
  readonly folder: string;
  readonly userId: UserRow['id'];
  readonly token: string;
}

/** Returns the article of the nth bookmark and its text, which is indexed. */
export type Contents = (n: number) => { readonly article: string; readonly text: string };

function inventedContents(): Contents {
  const words = createWords();
  return () => {
    const text = words.text(WORDS_IN_TEXT);
    return { article: `<section><p>${text}</p></section>`, text };
  };
}

/** Creates a database in `folder` with `count` indexed bookmarks, each with an article. */
export async function fillDatabase(
  folder: string,
  count: number,
  contentsOf: Contents = inventedContents(),
): Promise<Library> {
  // Long ago, because a pull requests the changes of the last minute again.
  const longAgo = unixMs(Date.now() - HOUR_MS);
  const storage = await openStorage({ database: databaseIn(folder), now: () => longAgo });
  const user = await addUser(storage);
  const words = createWords(2);
  const add = (n: number) =>
    storage.transaction(async ({ bookmarks, contents }) => {
      const host = `example${n % 100}.org`;
      const { key } = await bookmarks.create(user.id, {
        url: `https://${host}/${n}`,
        state: 0,
        title: words.text(7),
        site: host,
        siteName: `Example ${n % 100}`,
        domain: host,
        authors: [words.text(2)],
        lang: 'en',
        documentType: 'article',
        hasArticle: true,
        description: words.text(20),
        wordCount: WORDS_IN_TEXT,
        labels: [`label ${n % 97}`, `label ${n % 31}`],
        isArchived: n % 3 === 0,
        created: unixMs(NEWEST - n * HOUR_MS),
      });
      await contents.put(key, contentsOf(n));
    });
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, n) => at + n);
    await Promise.all(some.map(add));
  }
  while ((await storage.search.indexSome()) > 0);
  const named = { userId: user.id, kind: 'api', name: 'bench', roles: null } as const;
  const { secret } = await issueToken(storage, { ...named, clientUri: '', clientLogo: '' });
  await storage.close();
  return { folder, userId: user.id, token: secret };
}

/** Adds a user as the owner of bookmarks. */
export async function addUser(storage: Storage): Promise<UserRow> {
  const made = await storage.users.create({
    username: 'bench',
    email: null,
    group: 'user',
    passwordHash: null,
    settings: DEFAULT_USER_SETTINGS,
  });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value;
}
