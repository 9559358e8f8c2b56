import type { PageValues, PatchIntent } from '../database/outbox-rows';
import type { BookmarkRow, CapturedFields } from '../database/rows';
import { isSameValue } from '../outbox/patches';

const FIELDS = ['title', 'siteName', 'authors', 'published'] as const;

/** `after` an edit, remembering what the page said in the fields that now say something else. */
export function rememberPageValues(before: BookmarkRow, after: BookmarkRow): BookmarkRow {
  const said = { ...pick(before, FIELDS), ...before.pageSaid };
  const wasEdited = editedFields(before);
  const edited = FIELDS.filter((field) =>
    isSameValue(before[field], after[field])
      ? wasEdited.includes(field)
      : !isSameValue(said[field], after[field]),
  );
  return withPageSaid(after, said, edited);
}

/** The row with what a capture gave, but for the fields where a person's word stands. */
export function withCapture(row: BookmarkRow, captured: CapturedFields): BookmarkRow {
  const { title, siteName, authors, published, lang, textDirection } = captured;
  const { description, type, content, wordCount, readingTimeMinutes } = captured;
  const page = { title, siteName, authors, published };
  const { canonicalKey = row.canonicalKey } = captured;
  const rest = { lang, textDirection, description, type, content, wordCount, readingTimeMinutes };
  const own = canonicalKey && { canonicalKey };
  const edited = editedFields(row);
  return withPageSaid({ ...row, ...page, ...rest, ...own, ...pick(row, edited) }, page, edited);
}

/** The patch that tells the server what the page says anew of itself, and what is selected in it. */
export function pageValuesIntent(before: BookmarkRow, after: BookmarkRow): PatchIntent {
  const changed = FIELDS.filter((field) => !isSameValue(before[field], after[field]));
  const withExcerpt = (row: BookmarkRow) => ({
    ...pick(row, changed),
    ...(before.excerpt === after.excerpt ? {} : { excerpt: row.excerpt }),
  });
  const [set, base] = [withExcerpt(after), withExcerpt(before)];
  return { kind: 'patch', set, base, addLabels: [], removeLabels: [] };
}

type Field = (typeof FIELDS)[number];

const editedFields = ({ pageSaid = {} }: BookmarkRow): readonly Field[] =>
  FIELDS.filter((field) => field in pageSaid);

function withPageSaid(
  row: BookmarkRow,
  said: Partial<PageValues>,
  edited: readonly Field[],
): BookmarkRow {
  const { pageSaid, ...rest } = row;
  return edited.length === 0 ? rest : { ...rest, pageSaid: pick(said, edited) };
}

const pick = (from: Partial<PageValues>, fields: readonly Field[]): Partial<PageValues> =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
