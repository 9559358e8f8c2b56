import type { BookmarkId } from './bookmark';
import type { Brand } from './brand';
import type { ReviewText } from './review';
import type { UnixMs } from './time';

/** Created on this device and never changed. The ids of a server are separate fields. */
export type HighlightId = Brand<string, 'HighlightId'>;

/** The colours that a person can choose. A server may send any other word, which is kept. */
export const HIGHLIGHT_COLORS = ['yellow', 'red', 'blue', 'green'] as const;
export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number];

/** The colours in which highlights are shown. One without a colour, which other clients make, is underlined. */
export const SHOWN_COLORS = [...HIGHLIGHT_COLORS, 'none'] as const;
export type ShownColor = (typeof SHOWN_COLORS)[number];

/** Returns the colour in which a highlight is shown. */
export const shownColor = (color: string): ShownColor =>
  SHOWN_COLORS.find((known) => known === color) ?? 'yellow';

/** Highlighted text with its context, by which it is found in any copy of the page. */
export interface Quote {
  /** White space is collapsed to single spaces. */
  readonly exact: string;
  /** The text before it, on one line; empty at the start of the text. */
  readonly prefix: string;
  readonly suffix: string;
}

/** The greatest length of a note on this device, in UTF-16 code units. */
export const NOTE_MAX_LENGTH = 10_000;

/** Servers refuse longer notes (protocol.md section 9.2). In code points. */
export const SENT_NOTE_MAX_LENGTH = 1024;

/** The fields of a highlight that a person edits. */
export interface HighlightFields {
  /** A `HighlightColor`, or another word of a server. */
  readonly color: string;
  /** Empty: none. */
  readonly note: string;
  /** The last answer in the review. Empty: none. */
  readonly review: ReviewText;
  /** Changes only when a person attaches the highlight to another text. */
  readonly quote: Quote;
  /**
   * True if a person keeps the highlight without a place in the text. It is listed and not searched
   * for.
   */
  readonly isNoteOnly: boolean;
  /** Places with similar text that a person refused, so that they are not shown again. */
  readonly refused: readonly Quote[];
}

/**
 * Why a highlight is not shown for certain in the saved article: a similar text may be another one,
 * or nothing was found.
 */
export type HighlightDoubt = 'unsure' | 'detached';

/**
 * The background has not looked for the highlight yet, although it or the article is new. With
 * `unanchored-unsure`, the last search was not certain.
 */
export const UNANCHORED = ['unanchored', 'unanchored-unsure'] as const;
export type Unanchored = (typeof UNANCHORED)[number];

export const isUnanchored = (doubt: Highlight['doubt']): doubt is Unanchored =>
  UNANCHORED.some((one) => one === doubt);

/**
 * True if no search was certain, and no person has confirmed the place that was found. Several places
 * may have been equal, so that one which is left alone later may be another one.
 */
export const isDoubted = ({ position, doubt }: Pick<Highlight, 'position' | 'doubt'>): boolean =>
  position === null && (doubt === 'unsure' || doubt === 'unanchored-unsure');

/** A highlight of a page. It is one record, wherever its text is shown. */
export interface Highlight extends HighlightFields {
  readonly id: HighlightId;
  readonly bookmarkId: BookmarkId;
  readonly created: UnixMs;
  readonly updated: UnixMs;
  /** Where it was last found for certain in the saved article; null: nowhere yet. */
  readonly position: HighlightPosition | null;
  /**
   * The result of the last search in the saved article, if that found no certain place, or that the
   * background has to look for it.
   */
  readonly doubt?: HighlightDoubt | Unanchored;
  /** Where it was last found for certain in the live page. */
  readonly pagePosition?: HighlightPosition | null;
}

/**
 * The fields that an edit can set. Servers have those of `look`, which sync merges; those of `place`
 * belong together; those of `device` are on this device only.
 */
const HIGHLIGHT_FIELDS = {
  color: 'look',
  note: 'look',
  review: 'look',
  quote: 'place',
  position: 'place',
  pagePosition: 'place',
  isNoteOnly: 'device',
  refused: 'device',
} as const satisfies Partial<Record<keyof Highlight, string>>;

type Table = typeof HIGHLIGHT_FIELDS;
type FieldsOf<Group> = {
  [Name in keyof Table]: Table[Name] extends Group ? Name : never;
}[keyof Table];

// Objects of this type have no other keys.
export const HIGHLIGHT_FIELD_NAMES = Object.keys(HIGHLIGHT_FIELDS) as (keyof Table)[];

const fieldsOfGroup = <Group extends Table[keyof Table]>(group: Group) =>
  // The names were filtered in the same way as the type.
  HIGHLIGHT_FIELD_NAMES.filter((name) => HIGHLIGHT_FIELDS[name] === group) as FieldsOf<Group>[];

export const HIGHLIGHT_LOOK_FIELDS = fieldsOfGroup('look');
/**
 * Those whose changes count as edits of the highlight, which keep it against a deletion elsewhere. An answer in the
 * review says only when it is shown.
 */
export const HIGHLIGHT_EDIT_FIELDS = HIGHLIGHT_LOOK_FIELDS.filter((name) => name !== 'review');
export const HIGHLIGHT_PLACE_FIELDS = fieldsOfGroup('place');

/** The fields of a highlight that an annotation of a server has, too. */
export type HighlightLook = Pick<Highlight, FieldsOf<'look'>>;

/** The changes of a person. A new quote comes with its position in the text that is shown. */
export type HighlightChanges = Partial<Pick<Highlight, keyof Table>>;

/** Where a highlight is in a text, in characters of the folded text. */
export interface HighlightPosition {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly textLength: number;
  /** The position is right in a text with the same hash, and a hint in any other. */
  readonly textHash: string;
  /** The page of the document on which it begins, counted from 1. Only documents with pages have it. */
  readonly page?: number;
  /** Identifies the words there, which may differ from the quote. Older positions have none. */
  readonly wordsHash?: string;
  /**
   * How well the context of the best other copy of the quote matches; null if there was no other,
   * undefined if nobody looked.
   */
  readonly rivalScore?: number | null;
  /** The same for other places that are similar and no copies, as they would match without the quote. */
  readonly similarScore?: number | null;
  /** The number of other places, copies or similar, that had most of the quote. */
  readonly rivalCount?: number;
}

/** Returns the page of its document on which a highlight begins; null without pages or a certain place. */
export const pageOfHighlight = ({
  position,
  doubt,
  isNoteOnly,
}: Pick<Highlight, 'position' | 'doubt' | 'isNoteOnly'>): number | null =>
  isNoteOnly || doubt !== undefined ? null : (position?.page ?? null);
