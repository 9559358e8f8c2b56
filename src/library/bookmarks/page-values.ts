import {
  PAGE_VALUE_FIELDS,
  type PageValueField,
  type PageValues,
  pick,
} from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import { isKnownValue } from '../../domain/join-values';
import { CAPTURED_FIELDS } from '../articles/revisions';
import type { BookmarkRow, CapturedFields } from '../database/rows';

/**
 * Returns the row after an edit. For fields that differ from the page it keeps the page's value.
 */
export function keepOriginalValues(before: BookmarkRow, after: BookmarkRow): BookmarkRow {
  const ofPage = { ...before, ...before.originalValues };
  const edited = PAGE_VALUE_FIELDS.filter((field) =>
    isSameValue(before[field], after[field])
      ? isEdited(before, field)
      : !isSameValue(ofPage[field], after[field]),
  );
  return withOriginalValues(after, ofPage, edited);
}

/**
 * Applies the values of a capture, except for fields that a person edited. Where nobody knows what
 * was edited, each value that differs from the page counts as edited: on another device, or before
 * an import, a person may have chosen it.
 */
export function withCapture(row: BookmarkRow, captured: CapturedFields): BookmarkRow {
  const { canonicalKey, keywords } = captured;
  const edited = PAGE_VALUE_FIELDS.filter(
    (field) =>
      isEdited(row, field) ||
      (!row.hasPageValues && isKnownField(row, field) && !isSameValue(row[field], captured[field])),
  );
  // No server can be told that a page states its language and direction no more.
  const unstated = (['lang', 'textDirection'] as const).filter((field) => !captured[field]);
  return withOriginalValues(
    {
      ...row,
      ...pick(captured, CAPTURED_FIELDS),
      ...(isKnownValue('title', captured.title) ? {} : { title: row.title }),
      ...pick(row, unstated),
      ...(canonicalKey && { canonicalKey }),
      ...(keywords && { keywords }),
      ...pick(row, edited),
      hasPageValues: true,
    },
    captured,
    edited,
  );
}

/** Returns the row with a title if nobody has given it one, also not none, and `title` is no address. */
export const withTitle = (row: BookmarkRow, title: string): BookmarkRow =>
  isKnownField(row, 'title') || isEdited(row, 'title') || !isKnownValue('title', title)
    ? row
    : { ...row, title };

/** The words about a page that lists and details show. */
export const PAGE_WORD_FIELDS = [...PAGE_VALUE_FIELDS, 'description'] as const;

/** Returns false for an empty value. A page without a title has its address as the title. */
export const isKnownField = (row: BookmarkRow, field: (typeof PAGE_WORD_FIELDS)[number]): boolean =>
  isKnownValue(field, row[field]) && row[field] !== row.url;

const isEdited = ({ originalValues = {} }: BookmarkRow, field: PageValueField): boolean =>
  field in originalValues;

function withOriginalValues(
  row: BookmarkRow,
  ofPage: Partial<PageValues>,
  edited: readonly PageValueField[],
): BookmarkRow {
  const { originalValues, ...rest } = row;
  return edited.length === 0 ? rest : { ...rest, originalValues: pick(ofPage, edited) };
}
