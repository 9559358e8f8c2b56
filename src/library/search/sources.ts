import type { Table } from 'dexie';
import type { BookmarkId } from '../../domain/bookmark';
import { MANY_WORDS, sketchText } from '../../domain/duplicates';
import { hashNumbers } from '../../domain/hash';
import type { Highlight } from '../../domain/highlight';
import type { SearchDocument } from '../../query';
import { unpackText } from '../articles/stored-text';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { SearchDocRow, SearchPendingRow } from '../database/search-rows';
import { addFields, articleText, searchDocument } from './document';
import type { DocNumber, Family } from './segment';
import { type BuiltSegment, SegmentBuilder } from './segment-builder';

type Part = Family;

/** The parts of bookmarks that have to be indexed. */
export type ChangedParts = ReadonlyMap<BookmarkId, ReadonlySet<Part>>;

/** The stored numbers of bookmarks. */
export type Numbers = ReadonlyMap<BookmarkId, SearchDocRow>;

export function changedParts(marks: readonly SearchPendingRow[]): ChangedParts {
  const parts = new Map<BookmarkId, Set<Part>>();
  for (const { bookmarkIds, part } of marks) {
    for (const id of bookmarkIds) parts.set(id, (parts.get(id) ?? new Set()).add(part));
  }
  return parts;
}

/** A document to index. `removed` hides it in older segments. */
type Change<T> = { readonly kind: 'index'; readonly value: T } | { readonly kind: 'removed' };

/** A bookmark whose documents have to be indexed. */
export interface Source {
  readonly id: BookmarkId;
  /** Its number; null if it has none. */
  readonly known: SearchDocRow | null;
  /** The row to store for its number; null if the bookmark was deleted for good. */
  readonly next: Omit<SearchDocRow, 'doc'> | null;
  /** When it was created, in seconds since 1970. */
  readonly created: number;
  /** null: unchanged. */
  readonly fields: Change<SearchDocument> | null;
  readonly text: Change<string> | null;
}

/**
 * Reads changed bookmarks, in the order of their numbers. Those without a number are last, oldest
 * first. Bookmarks of which the index has nothing and needs nothing are left out.
 *
 * @param known the numbers of all of them that have one
 * @param isRange true if they are in the order of their ids and few are between them
 */
export async function readSources(
  db: LibraryDatabase,
  parts: ChangedParts,
  known: Numbers,
  isRange = false,
): Promise<readonly Source[]> {
  const ids = [...parts.keys()];
  const withText = ids.filter((id) => parts.get(id)?.has('text') || !known.has(id));
  const [rows, highlights, articles] = await db.transaction(
    'r',
    ['bookmarks', 'highlights', 'articles'],
    () =>
      Promise.all([
        readRows(db.bookmarks, ids, isRange),
        readHighlights(db, ids),
        readRows(db.articles, withText, isRange),
      ]),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const ofBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
  const articleOf = new Map(articles.map((row) => [row.bookmarkId, row]));
  const sources = await Promise.all(
    ids.map((id) =>
      searchSourceOf(id, known.get(id) ?? null, parts.get(id) ?? new Set(), {
        row: rowOf.get(id) ?? null,
        highlights: ofBookmark.get(id) ?? [],
        article: articleOf.get(id) ?? null,
      }),
    ),
  );
  return sources.filter((source) => source !== null).sort(byNumber);
}

/** Returns the numbers of those of `ids` that have one. */
export const readNumbers = (
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): PromiseLike<Numbers> =>
  db.transaction('r', ['searchDocs'], async () => {
    const docs = await ofEach(ids, (id) => db.searchDocs.where('bookmarkId').equals(id).toArray());
    return new Map(docs.map((doc) => [doc.bookmarkId, doc]));
  });

/** Reads rows with one request if they are neighbours, which is several times as fast. */
async function readRows<Row>(
  table: Table<Row, BookmarkId>,
  ids: readonly BookmarkId[],
  isRange: boolean,
): Promise<readonly Row[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (isRange) return table.where(':id').between(first, last, true, true).toArray();
  return (await table.bulkGet([...ids])).filter((row) => row !== undefined);
}

async function readHighlights(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<readonly Highlight[]> {
  // Many libraries have none.
  if ((await db.highlights.limit(1).count()) === 0) return [];
  return ofEach(ids, (id) => db.highlights.where('bookmarkId').equals(id).toArray());
}

/** The requests run in parallel, because a cursor over many keys makes a round trip for each. */
const ofEach = async <Row>(
  ids: readonly BookmarkId[],
  read: (id: BookmarkId) => PromiseLike<readonly Row[]>,
): Promise<readonly Row[]> => (await Promise.all(ids.map(read))).flat();

interface StoredRows {
  readonly row: BookmarkRow | null;
  readonly highlights: readonly Highlight[];
  readonly article: ArticleRow | null;
}

async function searchSourceOf(
  id: BookmarkId,
  known: SearchDocRow | null,
  parts: ReadonlySet<Part>,
  { row, highlights, article }: StoredRows,
): Promise<Source | null> {
  if (row === null) {
    if (known === null) return null;
    const text = known.textLength > 0 ? REMOVED : null;
    return { id, known, next: null, created: 0, fields: REMOVED, text };
  }
  const created = Math.max(0, Math.floor(row.created / 1000)) % 2 ** 32;
  const old = known ?? { bookmarkId: id, textLength: 0, textHash: 0 };
  // A bookmark without a number is not in the index at all.
  const isWanted = (part: Part) => parts.has(part) || known === null;
  const { text, ...read } = isWanted('text')
    ? await textOfArticle(article, old)
    : { ...textStateOf(old), text: null };
  return {
    id,
    known,
    next: { bookmarkId: id, ...read },
    created,
    fields: isWanted('fields') ? searchedFieldsOf(row, highlights) : null,
    text,
  };
}

const REMOVED = { kind: 'removed' } as const;

const searchedFieldsOf = (row: BookmarkRow, highlights: readonly Highlight[]): Source['fields'] =>
  row.trashedAt === null ? { kind: 'index', value: searchDocument(row, highlights, '') } : REMOVED;

type TextState = Pick<SearchDocRow, 'textLength' | 'textHash' | 'sketch'>;

const textStateOf = ({ textLength, textHash, sketch }: TextState): TextState => ({
  textLength,
  textHash,
  ...(sketch && { sketch }),
});

async function textOfArticle(
  article: ArticleRow | null,
  old: TextState,
): Promise<TextState & Pick<Source, 'text'>> {
  const none = { textLength: 0, textHash: 0 };
  if (article === null) return { ...none, text: old.textLength > 0 ? REMOVED : null };
  const textHash = hashNumbers(article.paragraphs, article.textLength);
  // Adding an image stores the same text again.
  if (old.textLength > 0 && old.textHash === textHash) return { ...textStateOf(old), text: null };
  const value = articleText(await unpackText(article.body));
  if (value === '') return { ...none, text: old.textLength > 0 ? REMOVED : null };
  const sketch = article.wordCount < MANY_WORDS ? null : sketchText(value);
  const text = { kind: 'index', value } as const;
  return { textLength: value.length, textHash, ...(sketch && { sketch }), text };
}

const byNumber = (one: Source, other: Source): number =>
  (one.known?.doc ?? Number.MAX_SAFE_INTEGER) - (other.known?.doc ?? Number.MAX_SAFE_INTEGER) ||
  one.created - other.created;

/** Segments whose documents may not have numbers yet. */
export interface NewSegments {
  readonly sources: readonly Source[];
  readonly fields: BuiltSegment | null;
  readonly text: BuiltSegment | null;
}

/** Collects sources, in the order of their numbers, and builds a segment of each family. */
export class SegmentsBuilder {
  readonly #sources: Source[] = [];
  readonly #fields = new SegmentBuilder('fields');
  readonly #text = new SegmentBuilder('text');
  characters = 0;

  add(source: Source): void {
    this.#sources.push(source);
    const { fields, text, created } = source;
    if (fields?.kind === 'removed') this.#fields.remove();
    if (fields?.kind === 'index') {
      this.#fields.begin(created);
      addFields(this.#fields, fields.value);
    }
    if (text?.kind === 'removed') this.#text.remove();
    if (text?.kind === 'index') {
      this.#text.begin(0);
      this.#text.addText(text.value, 0);
      this.characters += text.value.length;
    }
  }

  build(): NewSegments {
    const built = (builder: SegmentBuilder) => (builder.size > 0 ? builder.build() : null);
    return {
      sources: this.#sources.map(withoutTexts),
      fields: built(this.#fields),
      text: built(this.#text),
    };
  }
}

/** The texts are in the segments now and would only use memory. */
const withoutTexts = (source: Source): Source => ({
  ...source,
  text: source.text?.kind === 'index' ? { kind: 'index', value: '' } : source.text,
});

/** The numbers of the documents of one family. `numbers` are those of all sources. */
export const numbersOf = (
  { sources }: NewSegments,
  family: Family,
  numbers: readonly DocNumber[],
): readonly DocNumber[] =>
  sources.flatMap((source, at) => (source[family] === null ? [] : (numbers[at] ?? [])));
