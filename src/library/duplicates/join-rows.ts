import type { AssetHash } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import { isLonger } from '../../domain/duplicates';
import { joinExcerpts, joinNotes, MAX_NOTE_LENGTH } from '../../domain/excerpt';
import { labelKey, normalLabels } from '../../domain/label';
import { type UnixMs, unixMs } from '../../domain/time';
import { isKnown, WORD_FIELDS } from '../bookmarks/page-values';
import type { ArticleRow, BookmarkRow } from '../database/rows';

/** A bookmark with its article; null if there is none on this device. */
export interface JoinedPart {
  readonly row: BookmarkRow;
  readonly article: ArticleRow | null;
  /** True if a person has changed the article, so that it is the best one, however short. */
  readonly isOwn?: boolean;
}

export interface JoinedRows {
  readonly after: BookmarkRow;
  /** The article that replaces that of the remaining bookmark; null: it stays. */
  readonly article: ArticleRow | null;
}

/** Returns the remaining bookmark after the join. */
export function joinRows(keep: JoinedPart, others: readonly JoinedPart[], now: UnixMs): JoinedRows {
  const all = [keep, ...others];
  const best = all.reduce((a, b) => (isBetter(b, a) ? b : a));
  const furthest = all.reduce((a, b) => (b.row.readProgress > a.row.readProgress ? b : a));
  const { readProgress } = furthest.row;
  const row = best === keep ? keep.row : withTextOf(keep.row, best.row);
  return {
    after: {
      ...row,
      ...pageWords(keep.row, all),
      excerpt: joinExcerpts(
        all.map(({ row }) => row.excerpt),
        MAX_NOTE_LENGTH,
      ),
      note: joinNotes(all.map(({ row }) => row.note)),
      labels: unitedLabels(all),
      isFavourite: all.some((each) => each.row.isFavourite),
      isArchived: all.every((each) => each.row.isArchived),
      readProgress,
      // A reading position does not apply to another text.
      readAnchor: isSameText(furthest, best) ? furthest.row.readAnchor : '',
      icon: firstOf(all, ({ icon }) => icon),
      image: firstOf(all, ({ image }) => image),
      created: unixMs(Math.min(...all.map((each) => each.row.created))),
      updated: now,
      isOwn: true,
    },
    article: best === keep ? null : best.article,
  };
}

/** Returns true if the first article is better. An article may also be on the server only. */
function isBetter({ article, isOwn = false }: JoinedPart, other: JoinedPart): boolean {
  if (article === null) return false;
  if (isOwn !== (other.isOwn ?? false)) return isOwn;
  if (other.article === null) return !isLonger(other.row.wordCount, article.wordCount);
  if (isLonger(article.wordCount, other.article.wordCount)) return true;
  const isShorter = isLonger(other.article.wordCount, article.wordCount);
  return !isShorter && article.report.imagesKept > other.article.report.imagesKept;
}

const isSameText = (a: JoinedPart, b: JoinedPart): boolean =>
  a === b || isSameValue(a.article?.paragraphs, b.article?.paragraphs);

/** The fields that belong to an article. */
export const TEXT_FIELDS = [
  'content',
  'wordCount',
  'readingTimeMinutes',
  'lang',
  'textDirection',
  'type',
] as const satisfies readonly (keyof BookmarkRow)[];

const withTextOf = (row: BookmarkRow, from: BookmarkRow): BookmarkRow => ({
  ...row,
  ...pick(from, TEXT_FIELDS),
});

/** Returns the first value of each field that is not empty. */
function pageWords(keep: BookmarkRow, all: readonly JoinedPart[]): Partial<BookmarkRow> {
  return Object.fromEntries(
    WORD_FIELDS.map((field) => {
      const { row } = all.find((each) => isKnown(each.row, field)) ?? { row: keep };
      return [field, row[field]];
    }),
  );
}

function firstOf(
  all: readonly JoinedPart[],
  read: (row: BookmarkRow) => AssetHash | null,
): AssetHash | null {
  return all.map(({ row }) => read(row)).find((hash) => hash !== null) ?? null;
}

function unitedLabels([keep, ...others]: readonly JoinedPart[]): readonly string[] {
  const own = keep?.row.labels ?? [];
  const known = new Set(own.map(labelKey));
  const added = normalLabels(others.flatMap(({ row }) => row.labels));
  return [...own, ...added.filter((label) => !known.has(labelKey(label)))];
}
