import {
  PAGE_ONLY_FIELDS,
  PAGE_VALUE_FIELDS,
  type PageValueField,
  type PageValues,
  pick,
} from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import type { PatchIntent } from '../database/outbox-rows';
import type { BookmarkRow, CapturedFields } from '../database/rows';

const CAPTURED_FIELDS = [
  ...PAGE_VALUE_FIELDS,
  ...PAGE_ONLY_FIELDS,
  ...(['content', 'wordCount', 'readingTimeMinutes'] as const),
];

/**
 * Returns the row after an edit. For fields that differ from the page it keeps the page's value.
 */
export function keepOriginalValues(before: BookmarkRow, after: BookmarkRow): BookmarkRow {
  const ofPage = { ...pick(before, PAGE_VALUE_FIELDS), ...before.originalValues };
  const wasEdited = editedFields(before);
  const edited = PAGE_VALUE_FIELDS.filter((field) =>
    isSameValue(before[field], after[field])
      ? wasEdited.includes(field)
      : !isSameValue(ofPage[field], after[field]),
  );
  return withOriginalValues(after, ofPage, edited);
}

/** Applies the values of a capture, except for fields that a person edited. */
export function withCapture(row: BookmarkRow, captured: CapturedFields): BookmarkRow {
  const { canonicalKey = row.canonicalKey, keywords } = captured;
  const own = { ...(canonicalKey && { canonicalKey }), ...(keywords && { keywords }) };
  const edited = editedFields(row);
  return withOriginalValues(
    { ...row, ...pick(captured, CAPTURED_FIELDS), ...own, ...pick(row, edited) },
    pick(captured, PAGE_VALUE_FIELDS),
    edited,
  );
}

/** Returns the patch that sends the new values of the page and its selection to the server. */
export function pageValuesIntent(before: BookmarkRow, after: BookmarkRow): PatchIntent {
  const changed = PAGE_VALUE_FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  const withExcerpt = (row: BookmarkRow) => ({
    ...pick(row, changed),
    ...(before.excerpt === after.excerpt ? {} : { excerpt: row.excerpt }),
  });
  const [set, base] = [withExcerpt(after), withExcerpt(before)];
  return { kind: 'patch', set, base, addLabels: [], removeLabels: [] };
}

const editedFields = ({ originalValues = {} }: BookmarkRow): readonly PageValueField[] =>
  PAGE_VALUE_FIELDS.filter((field) => field in originalValues);

function withOriginalValues(
  row: BookmarkRow,
  ofPage: Partial<PageValues>,
  edited: readonly PageValueField[],
): BookmarkRow {
  const { originalValues, ...rest } = row;
  return edited.length === 0 ? rest : { ...rest, originalValues: pick(ofPage, edited) };
}
