import { expect } from 'vitest';
import { unpackText } from '../../../src/library/articles/stored-text';
import { articleThere } from '../support/annotated-server';
import { type Device, keyOf } from '../support/world';
import type { Players } from './players';

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>|\s+/g, '');

/** The articles of a device outside the trash, by the id of the server, with their states. */
async function articlesOn({ tables }: Device) {
  const shadows = await tables.shadows.filter(({ serverId }) => serverId !== null).toArray();
  const articles = shadows.map(async ({ bookmarkId, serverId, article: state }) => {
    const [row, article] = await Promise.all([
      tables.bookmarks.get(bookmarkId),
      tables.articles.get(bookmarkId),
    ]);
    const isShown = row?.trashedAt === null && article !== undefined;
    return isShown
      ? [{ serverId: serverId ?? '', state, words: wordsOf(await unpackText(article.body)) }]
      : [];
  });
  return (await Promise.all(articles)).flat();
}

/**
 * Checks that the server has each article that a device has, and that it is the same one. Articles do
 * not leave the device on a Readeck.
 */
export async function checkArticles({ all, world, isReadeck }: Players): Promise<void> {
  if (isReadeck) return;
  const infos = new Map((await world.bookmarks()).map((info) => [info.id, info]));
  for (const [at, { device }] of all.entries()) {
    for (const { serverId, state, words } of await articlesOn(device)) {
      const info = infos.get(serverId);
      const of = `device ${at}, ${keyOf(info?.url ?? '')}`;
      expect(state, `the state of the article of ${of}`).toBe('synced');
      const there = wordsOf(await articleThere(world, serverId));
      // The server may read a page anew, which changes no article that a person has captured.
      if (info?.captured != null) expect(words, `the article of ${of}`).toBe(there);
    }
  }
}
