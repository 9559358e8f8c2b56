import { parseArticle } from '../../../server/articles/article-tree';
import { createTextIndex, quoteOf, serialiseSpan, type TextIndex } from '../../../src/anchoring';
import type { AnnotationInfo } from '../../../src/contract';
import type { Highlight } from '../../../src/domain';
import { highlightRepository } from '../../../src/library';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import { articleThere, extractAgain } from '../support/annotated-server';
import { keyOf, type World } from '../support/world';
import type { Action } from './history';
import type { Player, Players } from './players';

export const ARTICLE =
  '<p>The harbour froze in January.</p><p>The boats stayed in the harbour, and the ice went out with the tide.</p>';

/** Articles of the same page: as it was, with a new beginning, and without some of its text. */
const ARTICLES = [
  ARTICLE,
  `<p>Corrected in May.</p><div>${ARTICLE}</div>`,
  '<p>The harbour froze in January.</p><p>Nobody knows more.</p>',
];

/** Texts to highlight. The second contains the first and overlaps the third. */
const TEXTS = [
  'harbour froze',
  'The harbour froze in January. The boats',
  'The boats stayed',
  'went out with the tide',
] as const;

type DeviceAction = Extract<
  Action,
  { kind: 'add-highlight' | 'edit-highlight' | 'delete-highlight' }
>;
type ServerAction = Extract<
  Action,
  { kind: `${'add' | 'edit' | 'delete'}-highlight-on-server` | 'extract-again' }
>;

const index = createTextIndex(parseArticle(ARTICLE).index.root);

/** Finds a text in an article. White space between blocks does not count. */
function spanOf(text: string, { text: all }: TextIndex = index) {
  const pattern = text.replaceAll('.', '\\.').replaceAll(' ', '\\s*');
  const match = new RegExp(pattern).exec(all);
  if (match === null) return { start: 0, end: 0 };
  return { start: match.index, end: match.index + match[0].length };
}

export async function playHighlightOnDevice(
  { all, expected: { highlights: expected } }: Players,
  action: DeviceAction,
  n: number,
): Promise<void> {
  const { library } = all[action.device]!.device;
  const highlights = library.part(highlightRepository);
  const bookmark = await library.bookmarks.findByUrlKey(keyOf(action.url));
  if (bookmark === null || bookmark.trashedAt !== null) return;
  const rows = await highlights.ofBookmark(bookmark.id);
  if (action.kind === 'add-highlight') {
    const text = TEXTS[action.text]!;
    const quote = quoteOf(index, spanOf(text));
    // A person who highlights the same text twice on a device wants two.
    if (rows.some((row) => row.quote.exact === quote.exact)) return;
    const note = action.hasNote ? `n${n}` : '';
    const made = { bookmarkId: bookmark.id, quote, color: action.color, position: null, note };
    value(await highlights.add(made));
    expected.made.push({ key: bookmark.urlKey, text: quote.exact });
    if (note !== '')
      expected.notes.push({ key: bookmark.urlKey, note, device: action.device, of: quote.exact });
    return;
  }
  const row = rows[n % rows.length];
  if (row === undefined) return;
  if (action.kind === 'delete-highlight') {
    const deleted = value(await highlights.delete([row.id]));
    if (action.isUndone) value(await highlights.restore(deleted));
    else markDeleted(expected, bookmark.urlKey, row);
    return;
  }
  if (action.field === 'color') {
    value(await highlights.edit(row.id, { color: action.color }));
    return;
  }
  const note = `n${n}`;
  expected.notes.push({ key: bookmark.urlKey, note, device: action.device, of: row.quote.exact });
  value(await highlights.edit(row.id, { note }));
}

type Expected = Players['expected']['highlights'];

const markDeleted = (expected: Expected, key: string, { quote }: Pick<Highlight, 'quote'>) =>
  void expected.deleted.add(`${key} ${quote.exact}`);

/** Lists all highlights of a page on the server. */
export async function annotationsThere(
  { client }: World,
  serverId: string,
): Promise<readonly AnnotationInfo[]> {
  return value(await client.highlights.list(serverId)).body;
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
    expected.isExtracted.add(key);
    return extractAgain(world, bookmark.id, ARTICLES[action.article]!, { isReadeck });
  }
  if (action.kind === 'add-highlight-on-server') {
    const article = parseArticle(await articleThere(world, bookmark.id)).index;
    const selectors = serialiseSpan(article, spanOf(TEXTS[action.text]!, article));
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
    for (const one of infos) expected.deleted.add(`${key} ${one.text.replace(/\s+/g, ' ')}`);
    expected.isDeletedThere.add(key);
    value(await highlights.delete(bookmark.id, info.id));
    return;
  }
  // An edit that no device has seen may be overwritten by a late request, so it is not expected.
  value(await highlights.update(bookmark.id, info.id, { color: 'blue', note: `s${n}` }));
}

/** Lets a person decide about the first highlight that the server refused. */
export async function playHighlightDecision(
  { all, expected: { highlights: expected } }: Players,
  { device: at, decision }: Extract<Action, { kind: 'decide-highlight' }>,
): Promise<void> {
  const { library, tables } = all[at]!.device;
  const refused = await tables.highlightShadows.where('state').equals('attention').first();
  if (refused === undefined) return;
  const { id, bookmarkId, parts } = refused;
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
  const refused = await tables.highlightShadows.where('state').equals('attention').toArray();
  for (const { bookmarkId, id } of refused) {
    value(
      await library.sync.highlightTransaction(bookmarkId, (tx) => {
        const state = tx.get(id)!;
        tx.put(state.highlight, { ...state.shadow, refusal: null });
      }),
    );
  }
}
