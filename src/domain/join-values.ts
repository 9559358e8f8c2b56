import {
  type BookmarkValues,
  PAGE_ONLY_FIELDS,
  PAGE_VALUE_FIELDS,
  type PageOnlyField,
  type PageValueField,
  type PageValues,
  PLACE_FIELDS,
  pick,
} from './bookmark-fields';
import { isEmptyValue } from './bookmark-values';
import { joinExcerpts, joinNotes, MAX_PAGE_NOTE_LENGTH } from './excerpt';
import { labelKey, normalLabels } from './label';
import { type UnixMs, unixMs } from './time';

/** The flags that stand if either bookmark has them. */
export const JOINED_FLAGS = ['isFavourite', 'isArchived'] as const;
export type JoinedFlag = (typeof JOINED_FLAGS)[number];

/** The values that a join decides. What belongs to a text, such as its length, follows the article. */
type JoinableField = Exclude<keyof BookmarkValues, 'wordCount' | 'readingTimeMinutes'>;
export type JoinableValues = Pick<BookmarkValues, JoinableField> & { readonly created: UnixMs };

/** One of the bookmarks of a page that become one. */
export interface JoinSide {
  readonly values: JoinableValues;
  /** The values of the page for those that a person has edited. */
  readonly originalValues?: Partial<PageValues> | undefined;
  /** True if the values without one in `originalValues` are the page's. Otherwise nobody knows. */
  readonly hasPageValues?: boolean | undefined;
  /** Flags that a person has removed since another of the bookmarks may have had them. */
  readonly undone?: readonly JoinedFlag[];
  /** True for the bookmark that remains: that of the server, or the one that a person chose. */
  readonly remains?: boolean;
}

export type JoinedValues = JoinableValues & { readonly originalValues?: Partial<PageValues> };

type PageField = PageValueField | PageOnlyField;
const JOINED_PAGE_FIELDS: readonly PageField[] = [...PAGE_VALUE_FIELDS, ...PAGE_ONLY_FIELDS];

/**
 * Joins the values of bookmarks of one page. No value gets poorer, and the result does not depend on the
 * order of the bookmarks, so that all devices come to the same one.
 *
 * - Values of the page: one that a person edited; one that a person may have edited, on another device or
 *   before an import; one of the page; an address as the title, or nothing. Of two equally good ones, that
 *   of the bookmark that remains, or else of the earlier one, or else the longer one.
 * - The earliest date, the furthest reading position, the labels and the notes of all.
 * - A favourite or archived if any is and nobody has undone it since.
 */
export function joinValues(sides: readonly [JoinSide, ...JoinSide[]]): JoinedValues {
  const [first, ...others] = sides.toSorted(compareAll) as [JoinSide, ...JoinSide[]];
  const folded = <Value>(
    of: (values: JoinableValues) => Value,
    join: (all: Value, next: Value) => Value,
  ) => others.reduce((all, { values }) => join(all, of(values)), of(first.values));
  const ofPage: Record<string, unknown> = {};
  const originals: Record<string, unknown> = {};
  for (const field of JOINED_PAGE_FIELDS) {
    const { values, originalValues = {} } = others.reduce((a, b) => better(field, a, b), first);
    ofPage[field] = values[field];
    if (field in originalValues) originals[field] = originalValues[field as PageValueField];
  }
  return {
    // Each field has its own value.
    ...(ofPage as Pick<JoinableValues, PageField>),
    ...(Object.keys(originals).length > 0 && { originalValues: originals }),
    ...folded(
      (values): Place => pick(values, PLACE_FIELDS),
      (a, b) => (isFurther(b, a) ? b : a),
    ),
    labels: folded(({ labels }) => labels, joinLabels),
    note: folded(
      ({ note }) => note,
      (a, b) => joinTexts(joinNotes, a, b),
    ),
    excerpt: folded(
      ({ excerpt }) => excerpt,
      (a, b) => joinTexts(joinSelections, a, b),
    ),
    created: unixMs(Math.min(...sides.map(({ values }) => values.created))),
    isFavourite: hasFlag('isFavourite', sides),
    isArchived: hasFlag('isArchived', sides),
  };
}

/** Returns a negative number if the first one goes before: the one that remains, or else the earlier one. */
const compareSides = (a: JoinSide, b: JoinSide): number =>
  (b.remains ? 1 : 0) - (a.remains ? 1 : 0) || a.values.created - b.values.created;

/** Orders bookmarks by their values alone. */
const compareAll = (a: JoinSide, b: JoinSide): number =>
  compareSides(a, b) || (isGreater(ownWordsOf(a), ownWordsOf(b)) ? 1 : -1);

const ownWordsOf = ({ values: { note, excerpt, labels } }: JoinSide) => [note, excerpt, ...labels];

const hasFlag = (flag: JoinedFlag, sides: readonly JoinSide[]): boolean =>
  sides.some(({ values }) => values[flag]) && !sides.some(({ undone }) => undone?.includes(flag));

function better(field: PageField, a: JoinSide, b: JoinSide): JoinSide {
  const compared = rankOf(field, a) - rankOf(field, b) || compareSides(b, a);
  if (compared !== 0) return compared > 0 ? a : b;
  return isGreater(b.values[field], a.values[field]) ? b : a;
}

/** Returns how good a value is, by where it comes from: 0 is none. */
function rankOf(field: PageField, side: JoinSide): number {
  const { values, originalValues = {}, hasPageValues = false } = side;
  if (!isKnownValue(field, values[field])) return 0;
  if (field in originalValues) return 3;
  return hasPageValues ? 1 : 2;
}

/** Returns false for a value that says nothing: an empty one, the usual type, an address as the title. */
export function isKnownValue(field: PageField, value: unknown): boolean {
  if (field === 'type') return value !== 'article';
  if (field === 'title' && typeof value === 'string' && isAddressAsTitle(value)) return false;
  return !isEmptyValue(value);
}

const isAddressAsTitle = (title: string): boolean => /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(title);

function isGreater(a: unknown, b: unknown): boolean {
  const [textA, textB] = [textOfValue(a), textOfValue(b)];
  return textA.length === textB.length ? textA > textB : textA.length > textB.length;
}

const textOfValue = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : String(value);

type Place = Pick<BookmarkValues, 'readProgress' | 'readAnchor'>;

const isFurther = (a: Place, b: Place): boolean =>
  a.readProgress === b.readProgress
    ? isGreater(a.readAnchor, b.readAnchor)
    : a.readProgress > b.readProgress;

/** Returns the labels of both. One in another spelling is left out. */
function joinLabels(labels: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(labels.map(labelKey));
  return [...labels, ...normalLabels(others).filter((label) => !known.has(labelKey(label)))];
}

const joinSelections = (texts: readonly string[]): string =>
  joinExcerpts(texts, MAX_PAGE_NOTE_LENGTH);

/** Joins two texts. One that has all of the other stays as it is. */
const joinTexts = (
  join: (texts: readonly string[]) => string,
  first: string,
  second: string,
): string => (join([second, first]) === second ? second : join([first, second]));
