import type { AssetHash } from '../../domain/bookmark';
import { PLACE_FIELDS, pick } from '../../domain/bookmark-fields';
import { isSameValue, OF_TEXT } from '../../domain/bookmark-values';
import { isLonger } from '../../domain/duplicates';
import { isKnownValue, type JoinSide, joinValues } from '../../domain/join-values';
import type { UnixMs } from '../../domain/time';
import { ARTICLE_FIELDS } from '../articles/revisions';
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
  const row = best === keep ? keep.row : withTextOf(keep.row, best.row);
  const sides = others.map((one) => sideOf(one.row));
  const joined = joinValues([{ ...sideOf(keep.row), remains: true }, ...sides]);
  const furthest = all.find((one) =>
    PLACE_FIELDS.every((field) => one.row[field] === joined[field]),
  );
  return {
    after: {
      ...row,
      ...joined,
      ...pick(
        row,
        OF_TEXT.filter((field) => isKnownValue(field, row[field])),
      ),
      // A reading position does not apply to another text.
      ...(furthest && !isSameText(furthest, best) && { readAnchor: '' }),
      icon: firstAsset(all, ({ icon }) => icon),
      image: firstAsset(all, ({ image }) => image),
      updated: now,
      isOwn: true,
    },
    article: best === keep ? null : best.article,
  };
}

const sideOf = (row: BookmarkRow): JoinSide => ({
  values: row,
  originalValues: row.originalValues,
  hasPageValues: row.hasPageValues,
});

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

const withTextOf = (row: BookmarkRow, from: BookmarkRow): BookmarkRow => ({
  ...row,
  ...pick(from, ARTICLE_FIELDS),
});

function firstAsset(
  all: readonly JoinedPart[],
  read: (row: BookmarkRow) => AssetHash | null,
): AssetHash | null {
  return all.map(({ row }) => read(row)).find((hash) => hash !== null) ?? null;
}
