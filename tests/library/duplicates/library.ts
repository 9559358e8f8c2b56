import type { BookmarkId } from '../../../src/domain/bookmark';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import { type Done, duplicateRepository } from '../../../src/library';
import {
  address,
  type PageParts,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  undo,
  value,
} from '../library';

/** Three addresses of one page. */
export const A = 'https://example.org/a';
export const WWW = 'https://www.example.org/a';
export const MOBILE = 'https://m.example.org/a';
/** An article of two paragraphs and some two hundred words. */
export const LONG = `<p>${'Ice melts. '.repeat(100)}</p><p>And freezes.</p>`;

/** Opens a library with the part for duplicates, and returns helpers for its tests. */
export const withDuplicates = async () => {
  const test = await testLibrary();
  const duplicates = test.library.part(duplicateRepository);
  const save = async (url: string, parts: PageParts | null = {}): Promise<BookmarkId> => {
    const saved = value(
      await test.library.bookmarks.save(
        parts === null ? address({ url, title: url }) : page({ url, ...parts }),
      ),
    );
    test.clock.now = unixMs(test.clock.now + SECOND_MS);
    return saved.bookmark.id;
  };
  const get = async (id: BookmarkId) => (await test.library.bookmarks.get(id))!;
  const html = async (id: BookmarkId) => (await test.library.articles.get(id))?.html ?? null;
  const urls = async () =>
    value(await duplicates.find()).map((group) => group.map(({ bookmark }) => bookmark.url));
  const takeBack = (joined: Done<unknown>) => undo(test, joined);
  return { ...test, duplicates, takeBack, save, get, html, urls };
};

/** The intents of one bookmark that wait to be sent. */
export const intents = async ({ tables }: TestLibrary, id: BookmarkId) =>
  (await queuedIntents(tables)).flatMap((one) => (one.bookmarkId === id ? one.intent : []));

/** Puts all bookmarks on a server as they are, as a sync does. */
export const synced = ({ tables }: TestLibrary) => putOnServer(tables);
