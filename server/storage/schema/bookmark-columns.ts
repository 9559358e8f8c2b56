import {
  BOOKMARK_FIELD_NAMES,
  BOOKMARK_FIELDS,
  type BookmarkField,
  type BookmarkType,
  type TextDirection,
  type ValueOfKind,
} from '../../../src/domain/bookmark-fields';
import { boolean, json, type Snake, snake, text, time, whole } from './column';

// The table of fields (`src/domain/bookmark-fields.ts`) as columns of bookmarks. A row has the fields
// under their names in the table.

/** The column of each kind of field. */
const COLUMNS_BY_KIND = {
  text: () => text(),
  texts: () => json<readonly string[]>(),
  date: () => time().orNull(),
  flag: () => boolean(),
  percent: () => whole(),
  count: () => whole(),
  direction: () => text<TextDirection>().orNull(),
  type: () => text<BookmarkType>(),
} satisfies Readonly<Record<keyof ValueOfKind, () => unknown>>;

type Table = typeof BOOKMARK_FIELDS;
type Wired = {
  [Name in BookmarkField]: Table[Name]['wire'] extends string ? Name : never;
}[BookmarkField];

/** A field with a column. */
export type StoredField = Exclude<Wired, 'readingTimeMinutes'>;
/** The name of a field in the API. */
export type WireName<Name extends StoredField> = Table[Name]['wire'];

/** The fields that only the JSON of a single bookmark has (spec 2.10). */
export const INFO_FIELDS = ['note', 'readAnchor'] as const;
export type InfoField = (typeof INFO_FIELDS)[number];

/** The fields with a column. The reading time is computed from others. */
export const STORED_FIELDS = BOOKMARK_FIELD_NAMES.filter(
  (name): name is StoredField =>
    BOOKMARK_FIELDS[name].wire !== null && name !== 'readingTimeMinutes',
);

/** The fields of a bookmark in lists (spec 2.9). */
export const SUMMARY_FIELDS = STORED_FIELDS.filter(
  (name): name is Exclude<StoredField, InfoField> => !INFO_FIELDS.some((detail) => detail === name),
);

type ColumnsOf<Name extends StoredField> = {
  readonly [Each in Name as Snake<Each>]: ReturnType<(typeof COLUMNS_BY_KIND)[Table[Each]['kind']]>;
};

/** Returns the columns of fields. */
export const columnsOfFields = <Name extends StoredField>(
  names: readonly Name[],
): ColumnsOf<Name> =>
  // Each field has the column of its own kind.
  Object.fromEntries(
    names.map((name) => [snake(name), COLUMNS_BY_KIND[BOOKMARK_FIELDS[name].kind]()]),
  ) as ColumnsOf<Name>;
