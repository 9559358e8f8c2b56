import type { AnnotationInfo } from '../../contract';
import type { BookmarkId } from '../../domain/bookmark';
import {
  HIGHLIGHT_LOOK_FIELDS,
  type Highlight,
  type HighlightId,
  type HighlightLook,
} from '../../domain/highlight';
import { NOT_REVIEWED, type ReviewText } from '../../domain/review';

/** The look of an annotation. Without a `review`, the server has no place for it, as far as is known. */
export interface LookThere extends Omit<HighlightLook, 'review'> {
  readonly review?: ReviewText;
}

/**
 * An annotation of the server that shows a highlight, or a part of it, with its last known values
 * there, the base of the three-way merge.
 */
export interface HighlightPart extends LookThere {
  readonly serverId: string;
}

/** The place of an annotation in the server's article. */
export type PlaceOnServer = Pick<
  AnnotationInfo,
  'start_selector' | 'start_offset' | 'end_selector' | 'end_offset'
>;

/** Why a highlight is on this device only. */
export type LocalOnly =
  /** Its bookmark is in the trash, or a person keeps it on this device. */
  | 'bookmark'
  /** The server has no article of the page. */
  | 'no-article'
  /** Its text is not in the server's article, or may be in several places. */
  | 'not-found'
  /** All of its text has other highlights there, and the server does not accept two in one place. */
  | 'covered'
  /** The server cannot name the place, or it marked another text. */
  | 'no-place'
  /** It has no place in the text, because a person keeps it as a note. */
  | 'note-only'
  /** The server refused it, and a person excluded it from sync for good. */
  | 'person';

/**
 * The sync state of a highlight: the annotations that show it on the server. It outlives the
 * highlight until its deletion is sent.
 */
export interface HighlightShadow {
  readonly id: HighlightId;
  readonly bookmarkId: BookmarkId;
  /** In the order of the text. Empty: the highlight is not on the server. */
  readonly parts: readonly HighlightPart[];
  /** True if more parts have to be created. */
  readonly isIncomplete: boolean;
  /** Where another device or program has made it. Absent for one of this device. */
  readonly madeAt?: PlaceOnServer;
  /** The create that was sent without a response; null: none. */
  readonly attempted: PlaceOnServer | null;
  /** Number of creates that were sent. */
  readonly creates: number;
  /** The different looks that these creates had. Absent: none was sent, or it is not known. */
  readonly created?: readonly HighlightLook[] | undefined;
  /** True if this device created the parts. */
  readonly isCreatedHere: boolean;
  /** Changes that were sent without a response: the server may have them or receive them later. */
  readonly tried: Partial<HighlightLook>;
  readonly isDeleted: boolean;
  /** The deleted highlight, which returns if somebody edited it on the server; null: it does not. */
  readonly deleted: Highlight | null;
  readonly isDeleteTried: boolean;
  /** The highlight that takes the place of the parts, which are to be deleted; null: none. */
  readonly replacedBy: HighlightId | null;
  /** null: it is sent. */
  readonly localOnly: LocalOnly | null;
}

/** The state of a highlight that is not on the server. */
export const UNLINKED_HIGHLIGHT = {
  parts: [],
  isIncomplete: false,
  attempted: null,
  creates: 0,
  isCreatedHere: false,
  tried: {},
  isDeleteTried: false,
  replacedBy: null,
  localOnly: null,
} as const satisfies Partial<HighlightShadow>;

/** Creates the state of a highlight that only this device has. */
export const newHighlightShadow = ({ id, bookmarkId }: Highlight): HighlightShadow => ({
  ...UNLINKED_HIGHLIGHT,
  id,
  bookmarkId,
  isDeleted: false,
  deleted: null,
});

/** Returns true if something is to be sent. `highlight` is null after its deletion. */
export function isHighlightWaiting(shadow: HighlightShadow, highlight: Highlight | null): boolean {
  const { localOnly } = shadow;
  if (localOnly === 'bookmark' || localOnly === 'person') return false;
  if (shadow.isDeleted || highlight === null) return true;
  const isToCreate = isUncreated(shadow) && localOnly === null;
  return isToCreate || changedParts(shadow, highlight).length > 0;
}

/** Returns true if a part of the highlight is not on the server, as far as is known. */
export const isUncreated = ({ parts, isIncomplete, attempted }: HighlightShadow): boolean =>
  parts.length === 0 || isIncomplete || attempted !== null;

/** Returns the values that a part should have on the server. Only the first part has note and review. */
export const lookOf = ({ color, note, review }: HighlightLook, at: number): HighlightLook => ({
  color,
  note: at === 0 ? note : '',
  review: at === 0 ? review : NOT_REVIEWED,
});

/** Returns the look as a server has it. */
export function lookThere({ review, ...look }: LookThere, hasReview: boolean): LookThere {
  return hasReview && review !== undefined ? { ...look, review } : look;
}

export const hasSameLook = (a: LookThere, b: LookThere): boolean =>
  HIGHLIGHT_LOOK_FIELDS.every((field) => isSameInLook(field, a, b));

/** True for equal values. A side without a place for a value does not differ. */
export const isSameInLook = (field: keyof HighlightLook, a: LookThere, b: LookThere): boolean =>
  a[field] === undefined || b[field] === undefined || a[field] === b[field];

/** Returns the numbers of the parts whose values on the server are, or may be, other ones. */
export function changedParts(
  { parts, tried }: Pick<HighlightShadow, 'parts' | 'tried'>,
  highlight: HighlightLook,
): readonly number[] {
  const isTried = Object.keys(tried).length > 0;
  return parts.flatMap((part, at) =>
    isTried || !hasSameLook(part, lookOf(highlight, at)) ? [at] : [],
  );
}
