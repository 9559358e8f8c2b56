import { PAGE_VALUE_FIELDS, type PageValueField, type PageValues } from '../../domain';
import type { PatchIntent } from '../database/outbox-rows';
import type { BookmarkRow, CapturedFields } from '../database/rows';
import { isSameValue } from '../outbox/patches';

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
  const { title, siteName, authors, published, lang, textDirection } = captured;
  const { description, type, content, wordCount, readingTimeMinutes } = captured;
  const page = { title, siteName, authors, published };
  const { canonicalKey = row.canonicalKey, keywords } = captured;
  const rest = { lang, textDirection, description, type, content, wordCount, readingTimeMinutes };
  const own = { ...(canonicalKey && { canonicalKey }), ...(keywords && { keywords }) };
  const edited = editedFields(row);
  return withOriginalValues(
    { ...row, ...page, ...rest, ...own, ...pick(row, edited) },
    page,
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

const pick = (from: Partial<PageValues>, fields: readonly PageValueField[]): Partial<PageValues> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
