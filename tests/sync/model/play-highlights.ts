import { parseArticle } from '../../../server/articles/article-tree';
import { quoteOf, resolveSpan, serialiseSpan } from '../../../src/anchoring';
import type { AnnotationInfo } from '../../../src/contract';
import type { Highlight } from '../../../src/domain/highlight';
import { highlightRepository } from '../../../src/library';
import { createDecisions } from '../../../src/sync';
import { undo, value } from '../../library/library';
import { articleThere, extractAgain } from '../support/annotated-server';
import { type Device, keyOf, type World } from '../support/world';
import type { Action } from './actions';
import { ARTICLES, nameOf, quoteOfText, spanOf } from './article';
import { bookmarkOf } from './play-on-device';
import type { Player, Players } from './players';

type DeviceAction = Extract<
  Action,
  { kind: 'add-highlight' | 'edit-highlight' | 'delete-highlight' }
>;
type ServerAction = Extract<
  Action,
  { kind: `${'add' | 'edit' | 'delete'}-highlight-on-server` | 'extract-again' }
>;

export async function playHighlightOnDevice(
  { all, expected: { highlights: expected } }: Players,
  action: DeviceAction,
  n: number,
): Promise<void> {
  const { library } = all[action.device]!.device;
  const highlights = library.part(highlightRepository);
  const bookmark = await bookmarkOf(all[action.device]!.device, keyOf(action.url), n);
  if (bookmark === null || bookmark.trashedAt !== null) return;
  const rows = await highlights.ofBookmark(bookmark.id);
  if (action.kind === 'add-highlight') {
    const quote = quoteOfText(action.text);
    const name = nameOf(quote);
    // A person who highlights the same text twice on a device wants two.
    if (rows.some((row) => nameOf(row.quote) === name)) return;
    const note = action.hasNote ? `n${n}` : '';
    const made = { bookmarkId: bookmark.id, quote, color: action.color, position: null, note };
    value(await highlights.add(made));
    expected.made.push({ key: bookmark.urlKey, name });
    if (note !== '')
      expected.notes.push({ key: bookmark.urlKey, note, device: action.device, of: name });
    return;
  }
  const row = rows[n % rows.length];
  if (row === undefined) return;
  if (action.kind === 'delete-highlight') {
    const deleted = value(await highlights.delete([row.id]));
    if (action.isUndone) await undo({ library }, deleted);
    else markDeleted(expected, bookmark.urlKey, row);
    return;
  }
  if (action.field === 'color') {
    value(await highlights.edit(row.id, { color: action.color }));
    return;
  }
  const note = `n${n}`;
  expected.notes.push({ key: bookmark.urlKey, note, device: action.device, of: nameOf(row.quote) });
  value(await highlights.edit(row.id, { note }));
}

type Expected = Players['expected']['highlights'];

const markDeleted = (expected: Expected, key: string, { quote }: Pick<Highlight, 'quote'>) =>
  void expected.deleted.add(`${key} ${nameOf(quote)}`);

/** Lists all highlights of a page on the server. */
export async function annotationsThere(
  { client }: World,
  serverId: string,
): Promise<readonly AnnotationInfo[]> {
  return value(await client.highlights.list(serverId)).body;
}

/**
 * Returns the words and the copy that each annotation of a page marks. One that another program made
 * has no quote, so its place in the article counts.
 */
export async function namesThere(
  world: World,
  serverId: string,
  infos: readonly AnnotationInfo[],
): Promise<ReadonlyMap<string, string>> {
  const article = parseArticle(await articleThere(world, serverId)).index;
  return new Map(
    infos.map((info) => {
      const span = resolveSpan(article, info);
      const quote = info.quote ?? (span.ok ? quoteOf(article, span.value) : null);
      return [info.id, nameOf(quote ?? { exact: info.text, prefix: '', suffix: '' })];
    }),
  );
}

/** Does an action of another program, or lets the server read the page again. */
export async function playHighlightOnServer(
  { world, isReadeck, expected: { highlights: expected } }: Players,
  action: ServerAction,
  n: number,
): Promise<void> {
  const key = keyOf(action.url);
  const bookmark = (await world.bookmarks()).find((one) => keyOf(one.url) === key);
  if (!bookmark?.loaded || !bookmark.has_article) return;
  const { highlights } = world.client;
  if (action.kind === 'extract-again') {
    // The companion server reads no page again that a person has captured.
    if (!isReadeck && bookmark.captured != null) return;
    expected.isExtracted.add(key);
    return extractAgain(world, bookmark.id, ARTICLES[action.article]!, { isReadeck });
  }
  if (action.kind === 'add-highlight-on-server') {
    const article = parseArticle(await articleThere(world, bookmark.id)).index;
    const selectors = serialiseSpan(article, spanOf(action.text, article));
    if (!selectors.ok) return;
    const made = { ...selectors.value, color: 'red', note: `s${n}` };
    // It may overlap another one.
    const answer = await highlights.create(bookmark.id, made);
    if (answer.ok) expected.ofOthers.add(`${key} ${answer.value.body.text}`);
    return;
  }
  const infos = await annotationsThere(world, bookmark.id);
  const info = infos[n % infos.length];
  if (info === undefined) return;
  if (action.kind === 'delete-highlight-on-server') {
    expected.isDeletedThere.add(key);
    value(await highlights.delete(bookmark.id, info.id));
    return;
  }
  // An edit that no device has seen may be overwritten by a late request, so it is not expected.
  value(await highlights.update(bookmark.id, info.id, { color: 'blue', note: `s${n}` }));
}

const refusedHighlights = async ({ outbox }: Device['tables']) =>
  (await outbox.where('state').equals('attention').toArray()).filter(
    (row) => row.kind === 'highlight',
  );

/** Lets a person decide about the first highlight that the server refused. */
export async function playHighlightDecision(
  { all, expected: { highlights: expected } }: Players,
  { device: at, decision }: Extract<Action, { kind: 'decide-highlight' }>,
): Promise<void> {
  const { library, tables } = all[at]!.device;
  const [refused] = await refusedHighlights(tables);
  const shadow = refused && (await tables.highlightShadows.get(refused.highlightId));
  if (shadow === undefined) return;
  const { id, bookmarkId, parts } = shadow;
  const row = await tables.highlights.get(id);
  const bookmark = await tables.bookmarks.get(bookmarkId);
  value(await createDecisions(library).highlights[decision](bookmarkId, id));
  // One that the server never had is deleted.
  if (decision === 'discard' && parts.length === 0 && row && bookmark)
    markDeleted(expected, bookmark.urlKey, row);
}

/** Sends the refused highlights again, as if a person had asked for it. */
export async function tryHighlightsAgain({ device }: Player): Promise<void> {
  const { tables, library } = device;
  for (const { of, highlightId } of await refusedHighlights(tables)) {
    value(await createDecisions(library).highlights.tryAgain(of, highlightId));
  }
}
