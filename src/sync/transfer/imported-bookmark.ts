import type { Steps, TextIndex } from '../../anchoring';
import { type AnnotationInfo, MAX_SELECTOR_LENGTH, parseInstant } from '../../contract';
import { type Highlight, type HighlightId, NOTE_MAX_LENGTH } from '../../domain/highlight';
import { normalLabel } from '../../domain/label';
import type { Spell } from '../../domain/label-spellings';
import { newBookmark } from '../../domain/new-bookmark';
import { err, ok, type Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
// The index of the formats would make the background twice as large.
import { applyChoices, type ImportedEntry } from '../../formats/imports/imported';
import {
  MAX_IMPORTED_HIGHLIGHTS,
  MAX_IMPORTED_HTML_LENGTH,
  MAX_IMPORTED_TEXT_LENGTH,
} from '../../formats/imports/limits';
import { makeRow } from '../../formats/imports/make-row';
import {
  type AddedArticle,
  addedArticle,
  type ImportJobChoices,
  type ImportRepository,
  type NotTaken,
  type RestoredBookmark,
  type ServerVersion,
  type TransferredImage,
} from '../../library';
import { isCheckAddress, type SyncedBookmark, type SyncedInfo } from '../../service';
import { receivedArticleOf } from '../articles/receive-articles';
import { indexArticle, inSlices } from '../highlights/article-text';
import { findPlaces, type PlacesOnServer } from '../highlights/places-on-server';
import { instantOf, toRemote, withoutArticle } from '../merge/server-version';
import type { ImportSource } from './read-server';

/** A bookmark of a server as the parts that a library stores. */
interface ImportedParts {
  readonly bookmark: RestoredBookmark;
  readonly images: readonly TransferredImage[];
  readonly notTaken: readonly NotTaken[];
}

export interface ConvertOptions extends Pick<ImportSource, 'now' | 'signal'> {
  readonly newId: ImportRepository['newId'];
  readonly choices: ImportJobChoices;
  /** Absent: labels keep their spellings. */
  readonly spell: Spell | undefined;
  /** True if a browser would need long to parse an article. */
  readonly isTooDeep: (html: string) => Promise<boolean>;
}

/** A bookmark of a server whose address can be imported. */
export interface TakenBookmark {
  readonly came: SyncedBookmark & { readonly info: SyncedInfo };
  readonly entry: ImportedEntry;
  readonly place: Pick<ServerVersion, 'readProgress' | 'readAnchor'>;
  readonly annotations: readonly AnnotationInfo[];
}

/**
 * Returns a bookmark, why it is not taken, or null for one that is none. All texts are bounded as those
 * of files are.
 *
 * @param row its number in the list of the server, from 1
 */
export function takeBookmark(
  came: SyncedBookmark | undefined,
  { id, row }: { readonly id: string; readonly row: number },
  now: UnixMs,
): Result<Omit<TakenBookmark, 'annotations'>, NotTaken | null> {
  if (came === undefined) return err({ row, reason: 'gone-there', text: id });
  const { info } = came;
  if (info === null) return err({ row, reason: 'broken', text: id });
  // The connection check makes this bookmark and deletes it at once.
  if (isCheckAddress(info.url)) return err(null);
  if (info.is_deleted) return err({ row, reason: 'in-trash', text: info.url });
  const { published, ...version } = toRemote(info).version;
  const texts = { title: info.title, created: info.created, ...(published && { published }) };
  const made = makeRow({ ...version, ...texts }, row, { now, readDate: parseInstant });
  if (made.kind === 'skipped') return err({ row, reason: made.reason, text: made.text });
  const { readProgress, readAnchor } = version;
  return ok({ came: { ...came, info }, entry: made.entry, place: { readProgress, readAnchor } });
}

/** Converts a bookmark of a server. It is new here: it has no id of the server. */
export async function importedBookmark(
  { came, entry, place, annotations }: TakenBookmark,
  options: ConvertOptions,
): Promise<ImportedParts> {
  const { now, newId } = options;
  const { version, documentType } = toRemote(came.info);
  const { choices, spell } = options;
  const label = normalLabel(choices.label) ?? '';
  const chosen = applyChoices(entry, { ...choices, label, spell });
  const { html: _html, highlights: _highlights, folders: _folders, ...fields } = chosen;
  const { url } = fields;
  const problems: NotTaken[] = [];
  const article = await articleIn(came, problems, options);
  const time = now();
  const id = newId();
  const isDone = choices.isArchived || choices.isRead;
  const bookmark: RestoredBookmark['bookmark'] = {
    ...newBookmark(id, url, entry.urlKey, time),
    ...fields,
    title: entry.title || url,
    textDirection: version.textDirection,
    type: version.type,
    content: article
      ? { kind: 'article' }
      : {
          kind: 'address',
          reason: version.hasArticle ? 'not-included' : withoutArticle({ url }, documentType),
        },
    wordCount: version.wordCount,
    readingTimeMinutes: version.readingTimeMinutes,
    // A page that was archived on the server before it was read keeps its place.
    readProgress: isDone ? 100 : place.readProgress,
    readAnchor: isDone ? '' : place.readAnchor.slice(0, MAX_SELECTOR_LENGTH),
    icon: article?.icon ?? null,
    image: article?.image ?? null,
    created: entry.created ?? time,
  };
  const html = article?.article?.html ?? null;
  const highlights = await highlightsOf(bookmark, html, annotations, options);
  const isCut = annotations.length > highlights.length;
  if (isCut || came.unusable.some(({ what }) => what === 'annotations')) {
    problems.push({ row: null, reason: 'highlights-not-read', text: url });
  }
  return {
    bookmark: { bookmark, article: article?.article ?? null, highlights },
    images: article?.images ?? [],
    notTaken: problems,
  };
}

/** Returns the highlights of a new bookmark, at most as many as files may have. */
async function highlightsOf(
  { id, updated }: RestoredBookmark['bookmark'],
  html: string | null,
  annotations: readonly AnnotationInfo[],
  options: ConvertOptions,
): Promise<readonly Highlight[]> {
  const quotes = await quotesOf(html, annotations, options);
  return annotations.slice(0, MAX_IMPORTED_HIGHLIGHTS).map((info) => ({
    // The library makes all ids in the same way.
    id: options.newId() as string as HighlightId,
    bookmarkId: id,
    quote: bounded(quotes(info)),
    // The background looks for it in the stored article.
    position: null,
    doubt: 'unanchored',
    isNoteOnly: false,
    refused: [],
    color: info.color,
    note: info.note.slice(0, NOTE_MAX_LENGTH),
    created: instantOf(info.created),
    updated,
  }));
}

/** Returns the article that came with a bookmark, and adds what is wrong with it to `problems`. */
async function articleIn(
  came: TakenBookmark['came'],
  problems: NotTaken[],
  { now, isTooDeep }: ConvertOptions,
): Promise<AddedArticle | null> {
  const received = receivedArticleOf(came);
  const { url, word_count, has_article } = came.info;
  const report = (reason: string) => problems.push({ row: null, reason, text: url });
  if (received === null || received.html.length > MAX_IMPORTED_HTML_LENGTH) {
    if (has_article) report('article-not-sent');
    return null;
  }
  if (await isTooDeep(received.html)) {
    report('too-deep');
    return null;
  }
  if (came.unusable.some(({ what }) => what === 'resource')) report('images-not-read');
  const html = await withoutMarks(received.html);
  return addedArticle({ ...received, html }, { wordCount: word_count, now: now() });
}

/** Removes the elements of highlights, which the library keeps apart from the article. */
async function withoutMarks(html: string): Promise<string> {
  if (!html.includes('<rd-annotation')) return html;
  const { createMarkupParser } = await import('../../domain/markup-parser');
  const kept: string[] = [];
  let from = 0;
  const cut = (name: string) => {
    if (name !== 'rd-annotation') return;
    kept.push(html.slice(from, parser.startIndex));
    from = parser.endIndex + 1;
  };
  const parser: ReturnType<typeof createMarkupParser> = createMarkupParser({
    onopentagname: () => {},
    onopentag: cut,
    onclosetag: (name, isImplied) => {
      if (!isImplied) cut(name);
    },
  });
  parser.end(html);
  return kept.join('') + html.slice(from);
}

type QuoteOf = PlacesOnServer['quoteOf'];

/** Returns a function that returns the quotes of highlights, with their context if it can be found. */
async function quotesOf(
  html: string | null,
  infos: readonly AnnotationInfo[],
  slices: Pick<ConvertOptions, 'now' | 'signal'>,
): Promise<QuoteOf> {
  const bare: QuoteOf = ({ quote, text }) => quote ?? { exact: text, prefix: '', suffix: '' };
  if (html === null || infos.every(({ quote }) => quote !== undefined)) return bare;
  function* search(indexing: Steps<TextIndex>): Steps<PlacesOnServer> {
    return yield* findPlaces(yield* indexing, infos, []);
  }
  return (await inSlices(slices, search(await indexArticle(html))))?.quoteOf ?? bare;
}

const bounded = ({ exact, prefix, suffix }: Highlight['quote']): Highlight['quote'] => ({
  exact: exact.slice(0, MAX_IMPORTED_TEXT_LENGTH),
  prefix: prefix.slice(-MAX_IMPORTED_TEXT_LENGTH),
  suffix: suffix.slice(0, MAX_IMPORTED_TEXT_LENGTH),
});
