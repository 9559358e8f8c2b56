import {
  BOOKMARK_FIELD_NAMES,
  BOOKMARK_FIELDS,
  type BookmarkField,
  type BookmarkValues,
  EDITABLE_FIELDS,
  type EditableField,
  type MergedField,
  PAGE_VALUE_FIELDS,
  PLACE_FIELDS,
  type ValueOfKind,
} from './bookmark-fields';

interface Kind<Value> {
  /** The value when nothing is known. */
  readonly blank: Value;
  /** Brings a value that a person entered into the form in which it is stored. */
  readonly tidy?: (value: Value) => Value;
}

const VALUE_KINDS: { readonly [Name in keyof ValueOfKind]: Kind<ValueOfKind[Name]> } = {
  text: { blank: '', tidy: (text) => text.trim() },
  texts: {
    blank: [],
    tidy: (texts) => texts.map((text) => text.trim()).filter((text) => text !== ''),
  },
  date: { blank: null, tidy: (date) => date?.trim() || null },
  flag: { blank: false },
  percent: {
    blank: 0,
    tidy: (percent) => Math.min(100, Math.max(0, Math.round(percent))),
  },
  count: { blank: 0 },
  direction: { blank: null },
  type: { blank: 'article' },
};

/** The fields that a person can edit in the form of details. */
export const DETAIL_FIELDS = [...PAGE_VALUE_FIELDS, 'note'] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

/** Values of the page that belong to its text, so that those of the best article stand. */
export const OF_TEXT = ['lang', 'textDirection', 'type'] as const;

/** The values of a bookmark of whose page nothing is known. */
export const blankValues = (): BookmarkValues =>
  // Each field has the value of its own kind.
  Object.fromEntries(
    BOOKMARK_FIELD_NAMES.map((name) => [name, VALUE_KINDS[BOOKMARK_FIELDS[name].kind].blank]),
  ) as unknown as BookmarkValues;

/** Brings values that a person entered into the form in which they are stored. */
export function tidyValues<Values extends Partial<BookmarkValues>>(values: Values): Values {
  const tidy = <Name extends BookmarkField>(name: Name, value: BookmarkValues[Name]) => {
    // The description of a field has the kind of its values.
    const kind = VALUE_KINDS[BOOKMARK_FIELDS[name].kind] as unknown as Kind<BookmarkValues[Name]>;
    return kind.tidy === undefined ? value : kind.tidy(value);
  };
  const given = BOOKMARK_FIELD_NAMES.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[name, tidy(name, value)]];
  });
  return { ...values, ...Object.fromEntries(given) };
}

/** Returns true if two values are equal: plain values, or arrays of strings in the same order. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Returns true if two values of a field have the same meaning, however a server writes them. */
export function isSameField(field: MergedField, a: unknown, b: unknown): boolean {
  if (isSameValue(a, b)) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  // Pages use their own time zone or a date without time; the service uses UTC.
  if (field === 'published') return Date.parse(a) === Date.parse(b);
  return field === 'lang' && a.toLowerCase() === b.toLowerCase();
}

/** Returns true if a value is empty. */
export const isEmptyValue = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Returns the fields that have changed. A reading position counts as one field. */
export function changedFields<Name extends string>(
  names: readonly Name[],
  isChanged: (name: Name) => boolean,
): readonly Name[] {
  const isOfPlace = (name: string) => PLACE_FIELDS.some((field) => field === name);
  const hasMoved = names.some((name) => isOfPlace(name) && isChanged(name));
  return names.filter((name) => (isOfPlace(name) ? hasMoved : isChanged(name)));
}

/** Returns the fields of a patch that a server has. */
export const patchFieldsOf = (hasNotes: boolean): readonly EditableField[] =>
  hasNotes ? EDITABLE_FIELDS : EDITABLE_FIELDS.filter((field) => field !== 'note');
