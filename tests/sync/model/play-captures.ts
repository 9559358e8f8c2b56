import { extractionOf } from '../../../server/extraction/extraction';
import { saveExtraction } from '../../../server/extraction/save-extraction';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { isKnownValue } from '../../../src/domain/join-values';
import type { UrlKey } from '../../../src/domain/url-identity';
import { type GroupId, type LogEntry, syncLists } from '../../../src/library';
import { unpackText } from '../../../src/library/articles/stored-text';
import type { BookmarkRow } from '../../../src/library/database/rows';
import { createDecisions } from '../../../src/sync';
import { address, capture, undo, value } from '../../library/library';
import { type Device, keyOf } from '../support/world';
import type { Action } from './actions';
import { ARTICLE } from './article';
import { bookmarkOf, noteTitleOfCapture } from './play-on-device';
import { noteSaved, type Players } from './players';

type CaptureAction = Extract<
  Action,
  { kind: 'capture' | 'renew' | 'save-address' | 'mark' | 'read-on' }
>;

/** A text that no other action has. The short one lacks the words that people highlight. */
const htmlOf = (name: string, words: number) =>
  `<p>${name} ${'and more '.repeat(words / 2)}</p>${words < 60 ? '' : `<div>${ARTICLE}</div>`}`;

/** The names of the texts in an article. */
export const textsIn = (html: string): readonly string[] => html.match(/\b(?:Text|Own)\d+/g) ?? [];

/** The name of the present text of a page on a device; null if it shows none. */
async function textOn({ tables }: Device, key: UrlKey, n: number): Promise<string | null> {
  const rows = await tables.bookmarks.where('urlKey').equals(key).toArray();
  const shown = rows.filter(({ trashedAt }) => trashedAt === null);
  return shown.length === 0 ? null : textOf({ tables }, shown[n % shown.length]!.id);
}

async function textOf({ tables }: Pick<Device, 'tables'>, id: BookmarkId): Promise<string | null> {
  const article = await tables.articles.get(id);
  return article ? (textsIn(await unpackText(article.body))[0] ?? null) : null;
}

/** Does what a person does with the article of a page. */
export async function playCapture(
  players: Players,
  action: CaptureAction,
  n: number,
): Promise<void> {
  const { expected, all } = players;
  const { device } = all[action.device]!;
  const { bookmarks } = device.library;
  const { url } = action;
  const key = keyOf(url);
  if (action.kind === 'save-address') {
    noteSaved(expected, key, action.device);
    expected.bare.add(key);
    if (action.isTitled) expected.articles.titled.add(key);
    value(await bookmarks.save(address({ url, title: action.isTitled ? 'Tab' : '' })));
    return;
  }
  const found = await bookmarkOf(device, key, n);
  if (action.kind === 'mark' || action.kind === 'read-on') {
    if (found === null) return;
    if (action.kind === 'mark') {
      expected.articles.marked.push({ key, flag: action.flag });
      value(await bookmarks.edit(found.id, { [action.flag]: true }));
      return;
    }
    const { readProgress } = action;
    expected.articles.read.push({ key, readProgress });
    if (readProgress > found.readProgress) value(await bookmarks.edit(found.id, { readProgress }));
    return;
  }
  if (action.kind === 'renew' && (found === null || found.trashedAt !== null)) return;
  const text = `Text${n}`;
  const { isTitled, isDescribed } = action;
  const captured = capture({
    url,
    title: isTitled ? `Title ${n}` : '',
    description: isDescribed ? `About ${n}` : '',
    html: htmlOf(text, action.words),
  });
  const before = await textOn(device, key, n);
  if (action.kind === 'capture') {
    noteSaved(expected, key, action.device);
    value(await bookmarks.save({ kind: 'captured', capture: captured }));
  } else value(await bookmarks.recapture(found!.id, captured));
  await noteTitleOfCapture(players, action.device, key, n);
  const after = await bookmarkOf(device, key, n);
  if (isKnownValue('title', after?.title)) expected.articles.titled.add(key);
  // An article without some words, or none, explains why a highlight has no place.
  expected.bare.add(key);
  expected.highlights.isExtracted.add(key);
  const isTaken = (await textOn(device, key, n)) === text;
  const isKept = isTaken || (await textsKeptBy(device)).has(text);
  if (isKept) expected.articles.captured.push({ key, text, device: action.device, isTaken });
  if (isTaken && before !== null) expected.articles.replaced.add(before);
}

/** Undoes the last capture that the log of a device has, or else that of the next device with one. */
export async function playUndoRenew(
  { all, expected }: Players,
  { device: first }: Action & { kind: 'undo-renew' },
): Promise<void> {
  for (const by of all.keys()) {
    const at = (first + by) % all.length;
    const { device } = all[at]!;
    const rows = await device.tables.log.toArray();
    const last = rows.findLast(({ entries }) => entries.some(isCapture));
    const row = last && (await device.tables.bookmarks.get(last.about[0]!));
    if (!last || row?.trashedAt !== null) continue;
    await undoRenew({ device, at, expected }, row, last.group);
    return;
  }
}

async function undoRenew(
  { device, at, expected }: Pick<Players, 'expected'> & { device: Device; at: number },
  { id, urlKey: key }: BookmarkRow,
  group: GroupId,
): Promise<void> {
  const { library, tables } = device;
  const before = await textOf(device, id);
  await undo({ library }, { value: null, group });
  const { captured, replaced, titled } = expected.articles;
  if (!isKnownValue('title', (await tables.bookmarks.get(id))?.title)) titled.delete(key);
  const after = await textOf(device, id);
  if (before === null || after === null || after === before) return;
  replaced.delete(after);
  replaced.add(before);
  const entries = await tables.outbox.where('bookmarkId').equals(id).toArray();
  const isSent = entries.some((one) => one.kind === 'bookmark' && one.intent.kind === 'content');
  // It is the latest one where a later one may have been sent, and otherwise nothing has happened.
  if (isSent) captured.push({ key, text: after, device: at, isTaken: true });
  else {
    const last = captured.findLastIndex((one) => one.key === key && one.text === after);
    for (const [index, one] of captured.entries())
      if (index > last && one.key === key && one.device === at)
        captured[index] = { ...one, isTaken: false };
  }
}

const isCapture = (entry: LogEntry): boolean =>
  entry.table === 'articles' && entry.before.revision?.cause === 'captured-again';

/** The names of the texts that a device shows or keeps, of all pages. */
export async function textsKeptBy({ tables }: Device): Promise<ReadonlySet<string>> {
  const rows = [...(await tables.articles.toArray()), ...(await tables.revisions.toArray())];
  const texts = rows.map(async ({ body }) => textsIn(await unpackText(body)));
  return new Set((await Promise.all(texts)).flat());
}

/** Lets the server read a page itself, as its job does with the answer of the site. */
export async function playReadOnServer(
  { world, expected }: Players,
  { url, words }: Action & { kind: 'read-on-server' },
  n: number,
): Promise<void> {
  const { t, userId } = world;
  const there = (await world.bookmarks()).find((one) => keyOf(one.url) === keyOf(url));
  const row = there && (await t.storage.bookmarks.find(userId, there.id));
  if (!row || row.captured !== null) return;
  expected.highlights.isExtracted.add(keyOf(url));
  const text = `Own${n}`;
  const reading = {
    article: `<section>${htmlOf(text, words)}</section>`,
    text,
    wordCount: words,
    links: [],
    images: {},
    resources: [],
    props: { described: { title: `Own title ${n}` } },
    captured: null,
  };
  const save = await saveExtraction(t.server, row, extractionOf(reading, row));
  await t.storage.transaction(save);
  expected.articles.titled.add(keyOf(url));
}

/** A person lets the first bookmark that the server has without its article be replaced there. */
export async function playReplaceOnServer(
  { all }: Players,
  { device: at }: Action & { kind: 'replace-on-server' },
): Promise<void> {
  const { library } = all[at]!.device;
  const offered = await new Promise<readonly string[]>((resolve) => {
    const stop = library.part(syncLists).watchOnlyHere(1, (titles) => {
      resolve([...titles.keys()]);
      queueMicrotask(() => stop());
    });
  });
  for (const id of offered as Parameters<typeof library.bookmarks.get>[0][])
    value(await createDecisions(library).replaceOnServer(id));
}
