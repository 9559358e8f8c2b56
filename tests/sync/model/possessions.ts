import { expect } from 'vitest';
import type { Device } from '../support/world';
import { hasWords, nameOf } from './article';
import { isUnlabelled, journalOf, type Players } from './players';

/** Notes what each device has, also in its trash. To be called before each action. */
export async function notePossessions({ all, expected }: Players): Promise<void> {
  for (const [at, { device }] of all.entries()) {
    const { pages, articles } = expected.possessions[at]!;
    const withArticle = await idsWithArticle(device);
    for (const { id, urlKey, created } of await device.tables.bookmarks.toArray()) {
      pages.add(urlKey);
      const { earliest } = expected.articles;
      const known = earliest.get(ofDevice(at, id)) ?? created;
      earliest.set(ofDevice(at, id), Math.min(known, created));
      if (withArticle.has(id)) articles.add(urlKey);
    }
  }
}

/** A bookmark that was restored on another device has the same id there, and a date of its own. */
export const ofDevice = (at: number, id: string): string => `${at} ${id}`;

/** The bookmarks whose article, or an earlier one, is on a device. */
async function idsWithArticle({ tables }: Device): Promise<ReadonlySet<string>> {
  const earlier = await tables.revisions.toArray();
  return new Set([
    ...(await tables.articles.toCollection().primaryKeys()),
    ...earlier.map(({ bookmarkId }) => bookmarkId),
  ]);
}

/**
 * Checks that no page and no article has left a device, and no label, note or highlight all of them,
 * unless a person deleted it for good. The trash counts: nobody has emptied it.
 */
export async function checkPossessions(players: Players): Promise<void> {
  const { all, expected } = players;
  for (const [at, { device }] of all.entries()) {
    const { pages, articles, purged } = expected.possessions[at]!;
    const rows = await device.tables.bookmarks.toArray();
    const withArticle = await idsWithArticle(device);
    const here = new Set<string>(rows.map(({ urlKey }) => urlKey));
    // The web app leaves the articles of archived and read pages on the server.
    const shadows = await device.tables.shadows.toArray();
    const onServer = new Set<string>(
      shadows.filter((one) => one.article === 'skipped').map((one) => one.bookmarkId),
    );
    const readable = new Set<string>(
      rows.filter(({ id }) => withArticle.has(id) || onServer.has(id)).map(({ urlKey }) => urlKey),
    );
    const lost = (had: ReadonlySet<string>, has: ReadonlySet<string>) =>
      [...had].filter((key) => !has.has(key) && !purged.has(key));
    expect(lost(pages, here), `pages that left device ${at}`).toEqual([]);
    expect(lost(articles, readable), `articles that left device ${at}`).toEqual([]);
  }
  await checkDeletedPages(players);
}

/** The contents of the pages that the devices show and keep, by their keys. */
async function keptAnywhere({ all }: Players) {
  const labels = new Set<string>();
  const notes = new Set<string>();
  const highlights = new Set<string>();
  let journals = '';
  for (const player of all) {
    const { device } = player;
    const rows = new Map((await device.tables.bookmarks.toArray()).map((row) => [row.id, row]));
    for (const row of rows.values()) {
      for (const label of row.labels) labels.add(`${row.urlKey} ${label}`);
      for (const note of row.note.split('\n\n')) notes.add(`${row.urlKey} ${note}`);
    }
    for (const { bookmarkId, quote, note } of await device.tables.highlights.toArray()) {
      const key = rows.get(bookmarkId)?.urlKey;
      highlights.add(`${key} ${nameOf(quote)}`);
      notes.add(`${key} ${note}`);
    }
    journals += JSON.stringify(await journalOf(player));
  }
  return { labels, notes, highlights, journals };
}

/** Checks that what people added to pages which were deleted is still in a trash or in a journal. */
async function checkDeletedPages(players: Players): Promise<void> {
  const { expected } = players;
  const { labels, notes, highlights, journals } = await keptAnywhere(players);
  const { made, deleted, isDeletedThere } = expected.highlights;
  for (const { key, name } of made) {
    if (expected.purged.has(key) || deleted.has(`${key} ${name}`) || isDeletedThere.has(key))
      continue;
    const names = [...highlights].flatMap((one) =>
      one.startsWith(`${key} `) ? [one.slice(key.length + 1)] : [],
    );
    const isThere = hasWords(names, name, players.isReadeck && players.backups !== null);
    expect(isThere, `the highlight ${name} is lost, also in the trash: ${names}`).toBe(true);
  }
  for (const { key, label } of expected.labels) {
    if (expected.purged.has(key) || isUnlabelled(expected, key, label)) continue;
    if (expected.deletedUnseen.has(`${key} ${label}`)) continue;
    if (expected.disputed.has(label.toLowerCase()) || journals.includes(`"${label}"`)) continue;
    expect(labels, `the label ${label} is lost, also in the trash`).toContain(`${key} ${label}`);
  }
  for (const [at, { key, note, device }] of expected.notes.entries()) {
    const isReplaced = expected.notes
      .slice(at + 1)
      .some((one) => one.key === key && one.device === device);
    if (note === '' || isReplaced || expected.purged.has(key) || journals.includes(note)) continue;
    expect(notes, `the note ${note} is lost, also in the trash`).toContain(`${key} ${note}`);
  }
}
