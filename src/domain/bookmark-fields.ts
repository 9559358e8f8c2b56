export const BOOKMARK_TYPES = ['article', 'photo', 'video'] as const;
export type BookmarkType = (typeof BOOKMARK_TYPES)[number];
export type TextDirection = 'ltr' | 'rtl';

/** The kinds of values, each with its type. */
export interface ValueOfKind {
  readonly text: string;
  readonly texts: readonly string[];
  readonly date: string | null;
  readonly flag: boolean;
  readonly percent: number;
  readonly count: number;
  readonly direction: TextDirection | null;
  readonly type: BookmarkType;
}

interface FieldDescription {
  readonly kind: keyof ValueOfKind;
  /**
   * `page`: only a page states it. `both`: a page states it and a person may correct it. `state`: only
   * a person sets it. `other`: it has rules of its own.
   */
  readonly setBy: 'page' | 'both' | 'state' | 'other';
  /** Its name in the API; null: a server does not have it. */
  readonly wire: string | null;
  /** True if rows of lists show it. */
  readonly isListed?: true;
}

/**
 * The values of a bookmark. The row without values, patches, drafts, the merge, the bodies of
 * requests, the snapshot of lists, imports, files, and the columns and answers of the server are derived
 * from this table.
 */
export const BOOKMARK_FIELDS = {
  /** Never empty: the address is used when the page has no title. */
  title: { kind: 'text', setBy: 'both', wire: 'title', isListed: true },
  siteName: { kind: 'text', setBy: 'both', wire: 'site_name', isListed: true },
  authors: { kind: 'texts', setBy: 'both', wire: 'authors' },
  /** RFC 3339 with the time zone of the page, or a date without time; null when unknown. */
  published: { kind: 'date', setBy: 'both', wire: 'published', isListed: true },
  /** BCP 47; empty when unknown. */
  lang: { kind: 'text', setBy: 'page', wire: 'lang', isListed: true },
  /** null when unknown; the reader then leaves the direction to the browser. */
  textDirection: { kind: 'direction', setBy: 'page', wire: 'text_direction', isListed: true },
  description: { kind: 'text', setBy: 'page', wire: 'description', isListed: true },
  /**
   * The text that was selected in the page, with a blank line between selections; empty when
   * nothing was selected.
   */
  excerpt: { kind: 'text', setBy: 'other', wire: null },
  type: { kind: 'type', setBy: 'page', wire: 'type' },
  /** A person's words about the page; empty when there are none. Not every server has a place for it. */
  note: { kind: 'text', setBy: 'state', wire: 'note' },
  wordCount: { kind: 'count', setBy: 'other', wire: 'word_count' },
  /** In minutes, rounded up; 0 when there is no text. */
  readingTimeMinutes: { kind: 'count', setBy: 'other', wire: 'reading_time', isListed: true },
  labels: { kind: 'texts', setBy: 'other', wire: 'labels', isListed: true },
  isFavourite: { kind: 'flag', setBy: 'state', wire: 'is_marked', isListed: true },
  isArchived: { kind: 'flag', setBy: 'state', wire: 'is_archived', isListed: true },
  /** In per cent, 0 to 100. */
  readProgress: { kind: 'percent', setBy: 'state', wire: 'read_progress', isListed: true },
  /**
   * CSS selector of the last element that was read, relative to the article's root; empty at the
   * start.
   */
  readAnchor: { kind: 'text', setBy: 'state', wire: 'read_anchor' },
} as const satisfies Readonly<Record<string, FieldDescription>>;

type Table = typeof BOOKMARK_FIELDS;
export type BookmarkField = keyof Table;
export type BookmarkValues = {
  readonly [Name in BookmarkField]: ValueOfKind[Table[Name]['kind']];
};

/** The names of the fields whose descriptions have these properties. */
type FieldsWith<Properties> = {
  [Name in BookmarkField]: Table[Name] extends Properties ? Name : never;
}[BookmarkField];

// Objects of this type have no other keys.
export const BOOKMARK_FIELD_NAMES = Object.keys(BOOKMARK_FIELDS) as readonly BookmarkField[];

// @__NO_SIDE_EFFECTS__
function fieldsWith<const Properties extends Partial<FieldDescription>>(properties: Properties) {
  const wanted = Object.entries(properties);
  const names = BOOKMARK_FIELD_NAMES.filter((name) => {
    const description: Readonly<Record<string, unknown>> = BOOKMARK_FIELDS[name];
    return wanted.every(([property, value]) => description[property] === value);
  });
  // The names were filtered in the same way as the type.
  return names as readonly unknown[] as readonly FieldsWith<Properties>[];
}

/** Values that a page states and a person may correct. */
export const PAGE_VALUE_FIELDS = fieldsWith({ setBy: 'both' });
/** Values that only a person sets. */
export const STATE_FIELDS = fieldsWith({ setBy: 'state' });
/** Values that only a page sets. */
export const PAGE_ONLY_FIELDS = fieldsWith({ setBy: 'page' });
/** The fields that a patch can set. Forms, drafts, intents and the merge of sync derive from it. */
export const EDITABLE_FIELDS = [...PAGE_VALUE_FIELDS, ...STATE_FIELDS] as const;
/** The fields that sync merges one by one. */
export const MERGED_FIELDS = [...EDITABLE_FIELDS, ...PAGE_ONLY_FIELDS] as const;
/** A reading position. Its element belongs to its percentage, so both change together. */
export const PLACE_FIELDS = ['readProgress', 'readAnchor'] as const;
export const LISTED_FIELDS = fieldsWith({ isListed: true });

export type PageValueField = (typeof PAGE_VALUE_FIELDS)[number];
export type PageOnlyField = (typeof PAGE_ONLY_FIELDS)[number];
export type EditableField = (typeof EDITABLE_FIELDS)[number];
export type ListedField = (typeof LISTED_FIELDS)[number];
export type MergedField = (typeof MERGED_FIELDS)[number];
export type PageValues = Pick<BookmarkValues, PageValueField>;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Checks of values that were stored. */
const CHECKS: Readonly<Record<keyof ValueOfKind, (value: unknown) => boolean>> = {
  text: isText,
  texts: (value) => Array.isArray(value) && value.every(isText),
  date: (value) => value === null || isText(value),
  flag: (value) => typeof value === 'boolean',
  percent: Number.isFinite,
  count: Number.isFinite,
  direction: (value) => value === null || value === 'ltr' || value === 'rtl',
  type: (value) => BOOKMARK_TYPES.some((type) => type === value),
};

/** True if `value` is one of the field `name`. */
export const isValueOf = (name: BookmarkField, value: unknown): boolean =>
  CHECKS[BOOKMARK_FIELDS[name].kind](value);

/** Returns the values of these fields. */
export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> =>
  // Each name has its own value.
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
