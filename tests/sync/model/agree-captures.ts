import { expect } from 'vitest';
import { isKnownValue } from '../../../src/domain/join-values';
import { unpackText } from '../../../src/library/articles/stored-text';
import { articleThere } from '../support/annotated-server';
import { keyOf } from '../support/world';
import { textsIn, textsKeptBy } from './play-captures';
import type { Players } from './players';
import { ofDevice } from './possessions';

/**
 * Checks that each captured text is still on the device that captured it, that the latest one stands
 * everywhere, and that no value of a page became poorer. To be called when all devices have synced.
 */
export async function checkCaptures(players: Players): Promise<void> {
  await checkTextsKept(players);
  await checkLatestStands(players);
  await checkValues(players);
}

async function checkTextsKept({ all, expected }: Players): Promise<void> {
  for (const [at, { device }] of all.entries()) {
    const kept = await textsKeptBy(device);
    const own = expected.articles.captured.filter((one) => one.device === at && one.text !== '');
    const lost = own.filter(({ key, text }) => !kept.has(text) && !expected.purged.has(key));
    expect(lost, `texts that left device ${at}`).toEqual([]);
  }
}

/** On a server that takes articles, all show the same one, and no device replaced it knowingly. */
async function checkLatestStands({
  all,
  world,
  expected,
  isReadeck,
  hasTrueClocks,
}: Players): Promise<void> {
  if (isReadeck) return;
  for (const { id, url } of await world.bookmarks()) {
    const key = keyOf(url);
    const taken = expected.articles.captured.filter((one) => one.key === key && one.isTaken);
    const last = taken.at(-1);
    const isPlayed = taken.some(({ text }) => text !== '');
    if (last === undefined || !isPlayed || expected.abandoned.has(key)) continue;
    const there = textsIn(await articleThere(world, id));
    for (const [at, { device }] of all.entries()) {
      const shadow = await device.tables.shadows.where('serverId').equals(id).first();
      const article = shadow && (await device.tables.articles.get(shadow.bookmarkId));
      // The web app leaves the articles of archived and read pages on the server.
      if (shadow?.article === 'skipped' && article === undefined) continue;
      const text = article ? textsIn(await unpackText(article.body)) : null;
      expect(text, `the text of ${key} on device ${at}`).toEqual(there);
    }
    const [stands = ''] = there;
    expect(
      taken.map(({ text }) => text),
      `a captured text of ${key} stands`,
    ).toContain(stands);
    expect(expected.articles.replaced, `a replaced text of ${key} stands`).not.toContain(stands);
    if (hasTrueClocks) expect(stands, `the latest text of ${key}`).toBe(last.text);
  }
}

async function checkValues({ all, expected }: Players): Promise<void> {
  const { titled, marked, read, earliest } = expected.articles;
  for (const [at, { device }] of all.entries()) {
    const rows = await device.tables.bookmarks.filter((row) => row.trashedAt === null).toArray();
    for (const row of rows) {
      const { urlKey: key, title } = row;
      if (expected.abandoned.has(key)) continue;
      const of = `of ${key} on device ${at}`;
      if (titled.has(key))
        expect(isKnownValue('title', title), `the title ${title} ${of}`).toBe(true);
      for (const { flag } of marked.filter((one) => one.key === key))
        expect(row[flag], `${flag} ${of}`).toBe(true);
      const furthest = Math.max(
        0,
        ...read.filter((one) => one.key === key).map((one) => one.readProgress),
      );
      expect(row.readProgress, `the place ${of}`).toBeGreaterThanOrEqual(furthest);
      expect(row.created, `the date ${of}`).toBeLessThanOrEqual(
        earliest.get(ofDevice(at, row.id)) ?? Number.POSITIVE_INFINITY,
      );
    }
  }
}
