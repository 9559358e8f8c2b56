import { pick } from '../../domain/bookmark-fields';
import {
  HIGHLIGHT_LOOK_FIELDS,
  type Highlight,
  type HighlightId,
  type HighlightLook,
  type Quote,
} from '../../domain/highlight';
import type { UnixMs } from '../../domain/time';
import {
  changedParts,
  type HighlightPart,
  type HighlightShadow,
  type HighlightState,
  type HighlightTransaction,
  hasSameLook,
  isSameInLook,
  isUncreated,
  type LocalOnly,
  lookOf,
  lookThere,
  UNLINKED_HIGHLIGHT,
} from '../../library';
import {
  type Attempt,
  afterFailure,
  attempted,
  isDue,
  isUntried,
  isWaiting,
  settled,
} from '../runner';
import type { Failure } from '../stop';
import type { PlacedPart } from './place-highlights';
import { isSameQuote } from './places-on-server';
import { annotationPlaceOf } from './receive-annotations';
import { deleteOnServer, isReplaced } from './replaced-annotations';

/** A request to make for a highlight. */
export type HighlightClaim = Attempt & {
  readonly id: HighlightId;
  /** The id of its bookmark on the server. */
  readonly bookmarkServerId: string;
  /** The state before the attempt. */
  readonly before: HighlightShadow;
} & (
    | { readonly kind: 'delete'; readonly part: HighlightPart }
    | {
        readonly kind: 'update';
        readonly changes: readonly { readonly serverId: string; readonly look: HighlightLook }[];
      }
    | {
        readonly kind: 'create';
        readonly part: PlacedPart;
        readonly look: HighlightLook;
        readonly quote: Quote;
      }
  );

export const isHighlightDue = ({ entry }: HighlightState, now: UnixMs): boolean =>
  isWaiting(entry) && isDue(entry, now);

/** Returns true if the highlight, or the rest of it, has to be created on the server. */
export const isToCreate = ({ highlight, shadow, entry }: HighlightState): boolean =>
  highlight !== null && isWaiting(entry) && shadow.localOnly === null && isUncreated(shadow);

/**
 * Returns the next deletion or update that is due; null: there is none. An annotation that a highlight
 * replaces is deleted after a look at what others did to it.
 */
export function claimChange(
  tx: HighlightTransaction,
  bookmarkServerId: string,
  hasLooked: boolean,
): HighlightClaim | null {
  for (const state of tx.all()) {
    const { id, highlight, shadow: before } = state;
    if (!isWaiting(state.entry) || !isDue(state.entry, tx.now)) continue;
    if (isReplaced(state) && !hasLooked) continue;
    const entry = attempted(state.entry);
    const [part] = before.parts;
    const attempt = { attempts: entry.attempts, id, bookmarkServerId, before };
    if (highlight === null) {
      if (part === undefined) continue;
      tx.put(null, { ...before, isDeleteTried: true }, entry);
      return { ...attempt, kind: 'delete', about: part.serverId, part };
    }
    const changed = changedParts(before, highlight);
    if (changed.length === 0) continue;
    tx.put(highlight, { ...before, tried: triedBy(before, highlight) }, entry);
    const changes = changed.flatMap((at) => {
      const serverId = before.parts[at]?.serverId;
      return serverId === undefined ? [] : { serverId, look: lookOf(highlight, at) };
    });
    return { ...attempt, kind: 'update', about: id, changes };
  }
  return null;
}

/** Returns the values of an attempt that may differ from those on the server, with earlier attempts. */
function triedBy({ parts, tried }: HighlightShadow, highlight: Highlight): Partial<HighlightLook> {
  const isChanged = (field: keyof HighlightLook) =>
    parts.some((part, at) => !isSameInLook(field, part, lookOf(highlight, at)));
  const fields = HIGHLIGHT_LOOK_FIELDS.filter((field) => field in tried || isChanged(field));
  return pick(highlight, fields);
}

/** A part of a highlight to create, in the place that was found for it. */
export interface PartToCreate {
  readonly highlight: Highlight;
  readonly part: PlacedPart;
  /** True if more parts follow. */
  readonly hasMore: boolean;
  readonly serverId: string;
}

/** A person may edit a highlight between many attempts. The earliest looks are forgotten first. */
const MAX_LOOKS = 10;

/** Claims the creation of a part. null: the highlight or its bookmark has changed since. */
export function claimCreate(
  tx: HighlightTransaction,
  { highlight: placed, part, hasMore, serverId }: PartToCreate,
): HighlightClaim | null {
  const { id } = placed;
  const state = tx.get(id);
  if (tx.bookmark?.shadow?.serverId !== serverId || tx.bookmark.isInTrash) return null;
  if (!state?.highlight || !isLookedForAlike(state.highlight, placed)) return null;
  const { highlight, shadow: before } = state;
  if (!isWaiting(state.entry) || before.localOnly !== null) return null;
  const entry = attempted(state.entry);
  const creates = before.creates + 1;
  const look = lookOf(highlight, before.parts.length);
  const { created = [] } = before;
  const others = created.filter((one) => !hasSameLook(one, look)).slice(1 - MAX_LOOKS);
  const looks = [...others, look];
  const marks = { creates, created: looks, attempted: part.selectors, isIncomplete: hasMore };
  tx.put(highlight, { ...before, ...marks }, entry);
  return {
    kind: 'create',
    about: id,
    attempts: entry.attempts,
    id,
    bookmarkServerId: serverId,
    before,
    part,
    look,
    quote: highlight.quote,
  };
}

/** Records that an annotation was deleted. A highlight that was restored meanwhile has no parts. */
export function recordDeleted(
  tx: HighlightTransaction,
  { id, part }: HighlightClaim & { kind: 'delete' },
): void {
  const state = tx.get(id);
  if (state === null) return;
  const { highlight, shadow, entry } = state;
  const parts = shadow.parts.filter(({ serverId }) => serverId !== part.serverId);
  const isOver = highlight === null && parts.length === 0 && shadow.attempted === null;
  if (isOver) tx.remove(id);
  else if (parts.length < shadow.parts.length) {
    tx.put(highlight, { ...shadow, parts }, settled(entry));
  }
  if (isOver && shadow.deleted !== null) tx.log('sent', shadow.deleted);
}

/**
 * Records an update. Annotations that are gone were deleted there; if none is left, the highlight is
 * created again, because it was edited here.
 */
export function recordUpdated(
  tx: HighlightTransaction,
  { id, changes }: HighlightClaim & { kind: 'update' },
  { gone, hasReview }: { readonly gone: ReadonlySet<string>; readonly hasReview: boolean },
): void {
  const state = tx.get(id);
  if (state === null) return;
  const { highlight, shadow, entry } = state;
  const looks = new Map(
    changes.map(({ serverId, look }) => [serverId, lookThere(look, hasReview)]),
  );
  const parts = shadow.parts
    .filter(({ serverId }) => !gone.has(serverId))
    .map((part) => ({ ...part, ...looks.get(part.serverId) }));
  if (parts.length === 0 && shadow.parts.length > 0) {
    if (highlight === null) tx.remove(id);
    else {
      tx.put(highlight, { ...shadow, ...UNLINKED_HIGHLIGHT }, settled(entry));
      tx.log('kept-against-delete', highlight);
    }
    return;
  }
  tx.put(highlight, { ...shadow, parts, tried: {} }, settled(entry));
  if (highlight !== null) tx.log('sent', highlight);
}

/** The annotation that a create has made. */
interface Created {
  readonly serverId: string;
  /** False if it marks another text. */
  readonly isRight: boolean;
  /** True if the server has a place for the review. */
  readonly hasReview: boolean;
}

/** Records a created part. One that marks another text is deleted again. */
export function recordCreated(
  tx: HighlightTransaction,
  { id, bookmarkServerId, look, part: { selectors } }: HighlightClaim & { kind: 'create' },
  created: Created,
): void {
  const place = annotationPlaceOf(selectors);
  // If a person has attached the highlight to another text, another state has the attempt.
  const isAttempt = ({ shadow: { attempted } }: HighlightState) =>
    attempted !== null && annotationPlaceOf(attempted) === place;
  const state = tx.all().find(isAttempt) ?? tx.get(id);
  const part = { serverId: created.serverId, ...lookThere(look, created.hasReview) };
  // The bookmark was linked to another one meanwhile.
  if (state === null || tx.bookmark?.shadow?.serverId !== bookmarkServerId) return;
  const { highlight, shadow } = state;
  const entry = settled(state.entry);
  const kept = { ...shadow, attempted: null };
  if (!created.isRight && highlight !== null) {
    deleteOnServer(tx, highlight, part);
    tx.put(highlight, { ...kept, localOnly: 'no-place', isIncomplete: false }, entry);
    return;
  }
  tx.put(highlight, { ...kept, parts: [...shadow.parts, part], isCreatedHere: true }, entry);
  if (highlight !== null && !shadow.isIncomplete) tx.log('sent', highlight);
}

/** Records why a highlight is on this device only. */
export function recordLocalOnly(
  tx: HighlightTransaction,
  placed: Highlight,
  localOnly: LocalOnly,
): void {
  const state = tx.get(placed.id);
  if (!state?.highlight || !isLookedForAlike(state.highlight, placed)) return;
  tx.put(state.highlight, { ...state.shadow, localOnly, isIncomplete: false, attempted: null });
}

/**
 * Returns true if a highlight is still the one whose place was searched: a person may have attached
 * it to another text, or kept it as a note.
 */
const isLookedForAlike = (now: Highlight, placed: Highlight): boolean =>
  isSameQuote(now.quote, placed.quote) &&
  now.position?.start === placed.position?.start &&
  now.isNoteOnly === placed.isNoteOnly;

/**
 * Removes the marks of the attempt if the server has certainly not acted. A highlight that a person
 * has attached to another text meanwhile is sent without delay.
 */
export function recordFailed(
  tx: HighlightTransaction,
  claim: HighlightClaim,
  failure: Failure,
): void {
  const state = tx.get(claim.id);
  if (state?.entry?.state !== 'sending') return;
  const { highlight, shadow, entry } = state;
  const { tried, isDeleteTried, attempted: known, creates, created, isIncomplete } = claim.before;
  const before = { tried, isDeleteTried, attempted: known, creates, created, isIncomplete };
  const marks = isUntried(failure) ? before : {};
  tx.put(highlight, { ...shadow, ...marks }, afterFailure(entry, failure, tx.now));
  const about = highlight ?? shadow.deleted;
  if (failure.kind === 'refused' && about !== null) tx.log('refused', about);
}
