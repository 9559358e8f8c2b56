import type { AnnotationInfo } from '../../contract';
import { pick } from '../../domain/bookmark-fields';
import { joinNotes } from '../../domain/excerpt';
import {
  HIGHLIGHT_EDIT_FIELDS,
  HIGHLIGHT_LOOK_FIELDS,
  type Highlight,
  type HighlightId,
  type HighlightLook,
  NOTE_MAX_LENGTH,
} from '../../domain/highlight';
import { joinReviews, NOT_REVIEWED } from '../../domain/review';
import { isSameContext, withoutWhiteSpace } from '../../domain/same-quote';
import {
  type HighlightPart,
  type HighlightShadow,
  type HighlightState,
  type HighlightTransaction,
  hasSameLook,
  lookOf,
  lookThere,
  newHighlightShadow,
  UNLINKED_HIGHLIGHT,
} from '../../library';
import { mergeFields } from '../merge/merge-remote';
import { instantOf } from '../merge/server-version';
import { settled } from '../runner';
import { isSameAnnotationPlace, type PlacesOnServer, partIdsOf } from './places-on-server';
import {
  deleteOnServer,
  isLive,
  isReplaced,
  type Live,
  lookOfInfo,
  partOf,
  receiveReplaced,
} from './replaced-annotations';

/** All highlights of a bookmark on the server. */
export interface ReceivedAnnotations {
  readonly infos: readonly AnnotationInfo[];
  readonly places: PlacesOnServer;
  /** True if the server was restored: the highlights that it lacks are sent again. */
  readonly isResent: boolean;
}

/** Applies the highlights of a bookmark. Applying them twice has no further effect. */
export function receiveAnnotations(tx: HighlightTransaction, received: ReceivedAnnotations): void {
  const { infos, places, isResent } = received;
  const there = new Map(infos.map((info) => [info.id, info]));
  const isThere = ({ shadow }: HighlightState) =>
    shadow.parts.some(({ serverId }) => there.has(serverId));
  const linked = partIdsOf(tx.all());
  const unknown = infos.filter(({ id }) => !linked.has(id));
  const attempts = new Map(tx.all().flatMap((state) => attemptOf(state)));
  const isExcluded = ({ shadow }: HighlightState) => shadow.localOnly === 'person';
  const unlinked = byText(tx.all().filter((state) => isLive(state) && !isThere(state)));
  const joinIf = (isSameAnnotation: IsSame) => (info: AnnotationInfo) => {
    const same = takeSame(unlinked, info, places, isSameAnnotation);
    if (same !== null && !isExcluded(same)) join(tx, same, info);
    return same === null;
  };
  const others = unknown
    .filter((info) => {
      const attempted = attempts.get(annotationPlaceOf(info));
      const maker = attempted === undefined ? null : tx.get(attempted);
      if (maker === null || maker.shadow.attempted === null) return true;
      linkAttempted(tx, maker, info);
      return false;
    })
    // A highlight in the same place may come after one whose place is not known.
    .filter(joinIf((...pair) => isSameAnnotationPlace(...pair) === true))
    .filter(joinIf(isSameAnnotation));
  for (const state of tx.all()) {
    if (isExcluded(state)) continue;
    if (!isThere(state)) removeLost(tx, state, isResent);
    else if (!isReplaced(state)) receiveKnown(tx, state, there, isResent);
  }
  const replaced = tx.all().filter(isReplaced);
  const kept = replaced.flatMap((state) => receiveReplaced(tx, state, there));
  const shown = byText(tx.all().filter(isLive));
  for (const info of [...others, ...kept]) receiveUnknown(tx, info, places, shown);
}

const PLACE_ON_SERVER = [
  ...(['start_selector', 'start_offset', 'end_selector', 'end_offset'] as const),
];

/** Returns a key of the place of an annotation. */
export const annotationPlaceOf = (place: NonNullable<HighlightShadow['attempted']>): string =>
  JSON.stringify(PLACE_ON_SERVER.map((name) => place[name]));

const attemptOf = ({ id, shadow }: HighlightState): readonly (readonly [string, HighlightId])[] =>
  shadow.attempted === null ? [] : [[annotationPlaceOf(shadow.attempted), id]];

/** Highlights by their text without white space. */
type ByText = Map<string, Live[]>;

export const byText = (states: readonly HighlightState[]): ByText =>
  Map.groupBy(states.filter(isLive), ({ highlight }) => withoutWhiteSpace(highlight.quote.exact));

type IsSame = (places: PlacesOnServer, state: Live, info: AnnotationInfo) => boolean;

/**
 * Returns true if a highlight and an annotation with the same text are in the same place. If both
 * places are known, their context does not matter: it may be the same in two places, and that of a
 * page may differ from that of its article.
 */
export const isSameAnnotation: IsSame = (places, state, info) =>
  isSameAnnotationPlace(places, state, info) ??
  isSameContext(state.highlight.quote, places.quoteOf(info));

export const findSame = (
  states: ByText,
  info: AnnotationInfo,
  places: PlacesOnServer,
  is: IsSame,
): Live | undefined =>
  states
    .get(withoutWhiteSpace(places.quoteOf(info).exact))
    ?.find((state) => is(places, state, info));

/** Finds a highlight of the same text and removes it from `states`, so that it is found once. */
function takeSame(
  states: ByText,
  info: AnnotationInfo,
  places: PlacesOnServer,
  is: IsSame,
): Live | null {
  const found = findSame(states, info, places, is);
  if (found === undefined) return null;
  const key = withoutWhiteSpace(found.highlight.quote.exact);
  states.set(
    key,
    (states.get(key) ?? []).filter((state) => state !== found),
  );
  return found;
}

/**
 * Links the result of a create without a response. Its base is what was sent, because others may have
 * changed it since. After creates with different looks it is not known which of them has made it.
 */
function linkAttempted(
  tx: HighlightTransaction,
  { highlight, shadow, entry }: HighlightState,
  info: AnnotationInfo,
): void {
  const [sent, ...more] = shadow.created ?? [];
  const look = sent !== undefined && more.length === 0 ? sent : {};
  const there = lookOfInfo(info);
  const part = {
    serverId: info.id,
    ...lookThere({ ...there, ...look }, there.review !== undefined),
  };
  const parts = [...shadow.parts, part];
  tx.put(highlight, { ...shadow, parts, attempted: null, isCreatedHere: true }, settled(entry));
  if (highlight !== null) tx.log('sent', highlight);
}

/**
 * Links a highlight to an annotation of the same text that another device or program made. The
 * colour of this device stays, both notes, and what holds of both reviews.
 */
function join(tx: HighlightTransaction, { highlight, shadow }: Live, info: AnnotationInfo): void {
  const note = joinNotes([info.note, highlight.note], NOTE_MAX_LENGTH);
  const there = lookOfInfo(info);
  const review = joinReviews(highlight.review, there.review ?? NOT_REVIEWED);
  const joined = { ...highlight, note, review };
  const link = { ...UNLINKED_HIGHLIGHT, creates: shadow.creates, parts: [partOf(info)] };
  tx.put(joined, { ...shadow, ...link }, null);
  const changes = HIGHLIGHT_EDIT_FIELDS.flatMap((field) =>
    highlight[field] === info[field] || joined[field] === info[field]
      ? []
      : [{ field, ours: joined[field], theirs: info[field] }],
  );
  tx.log('joined', joined, changes);
}

function receiveKnown(
  tx: HighlightTransaction,
  { highlight, shadow }: HighlightState,
  there: ReadonlyMap<string, AnnotationInfo>,
  isResent: boolean,
): void {
  const infos = shadow.parts.flatMap(({ serverId }) => there.get(serverId) ?? []);
  const changes = changesOnServer(shadow, infos);
  const known = { ...shadow, parts: infos.map(partOf) };
  if (highlight !== null) {
    merge(tx, highlight, { ...shadow, parts: known.parts }, { shadow, changes, isResent });
    return;
  }
  const isEdited = HIGHLIGHT_EDIT_FIELDS.some((field) => field in changes);
  const isKept = isEdited && !isResent && !shadow.isDeleteTried;
  if (isKept && shadow.deleted !== null) {
    const restored = { ...shadow.deleted, ...changes, updated: tx.now };
    tx.put(restored, { ...known, isDeleted: false, deleted: null });
    tx.log('kept-against-delete', restored);
  } else if (!isSameParts(known.parts, shadow.parts)) tx.put(null, known);
}

const isSameParts = (a: readonly HighlightPart[], b: readonly HighlightPart[]): boolean =>
  a.length === b.length &&
  a.every((part, at) => {
    const other = b[at];
    const isSame = other !== undefined && part.serverId === other.serverId;
    return isSame && HIGHLIGHT_LOOK_FIELDS.every((field) => part[field] === other[field]);
  });

/** Returns the values that somebody changed on the server. */
function changesOnServer(
  { parts }: HighlightShadow,
  infos: readonly AnnotationInfo[],
): Partial<HighlightLook> {
  const bases = new Map(parts.map((part) => [part.serverId, part]));
  const changed = HIGHLIGHT_LOOK_FIELDS.flatMap((field) => {
    const look = infos
      .map((info) => ({ is: lookOfInfo(info), was: bases.get(info.id)?.[field] }))
      .find(({ is, was }) => is[field] !== undefined && is[field] !== was)?.is;
    return look === undefined ? [] : [[field, look[field]]];
  });
  return Object.fromEntries(changed);
}

interface Merging {
  /** The state before. */
  readonly shadow: HighlightShadow;
  readonly changes: Partial<HighlightLook>;
  readonly isResent: boolean;
}

/**
 * Merges three ways, field by field: a local change that is waiting stands. Of two answers in the review the
 * one holds that `joinReviews` returns.
 */
function merge(
  tx: HighlightTransaction,
  highlight: Highlight,
  next: HighlightShadow,
  { shadow, changes, isResent }: Merging,
): void {
  const base = shadow.parts[0];
  const { tried } = shadow;
  const isPending = (field: keyof HighlightLook) =>
    highlight[field] !== base?.[field] || field in tried;
  const { taken, received, kept } = mergeFields(
    HIGHLIGHT_EDIT_FIELDS.filter((field) => field in changes && !isResent),
    { ours: highlight, theirs: { ...highlight, ...changes }, base: null, isPending, tried },
  );
  const { review: came = highlight.review } =
    isResent || changes.review === tried.review ? {} : changes;
  const review = isPending('review') ? joinReviews(highlight.review, came) : came;
  const isTaken = received.length > 0 || review !== highlight.review;
  const merged = isTaken ? { ...highlight, ...taken, review, updated: tx.now } : highlight;
  if (isTaken || !isSameParts(next.parts, shadow.parts)) tx.put(merged, next);
  if (received.length > 0) tx.log('received', merged, received);
  if (kept.length > 0) tx.log('merged', merged, kept);
}

/**
 * Handles a highlight whose annotations are no longer on the server. It is kept and created again if
 * it was edited here, or if the server was restored.
 */
function removeLost(
  tx: HighlightTransaction,
  { id, highlight, shadow }: HighlightState,
  isResent: boolean,
): void {
  if (highlight === null) {
    // An attempted create that is not in the list has not arrived.
    tx.remove(id);
    return;
  }
  if (shadow.parts.length === 0) return;
  if (isResent || isEditedHere(shadow, highlight)) {
    tx.put(highlight, { ...shadow, ...UNLINKED_HIGHLIGHT });
    tx.log('kept-against-delete', highlight);
    return;
  }
  tx.remove(id);
  tx.log('deleted-there', highlight, [{ field: 'highlight', ours: highlight, theirs: null }]);
}

/** True if a person has edited the highlight, and the server may not have the edit. */
const isEditedHere = ({ parts, tried }: HighlightShadow, highlight: Highlight): boolean =>
  HIGHLIGHT_EDIT_FIELDS.some(
    (field) =>
      field in tried || parts.some((part, at) => part[field] !== lookOf(highlight, at)[field]),
  );

/** Adds a highlight of another device or program, or settles which of two equal ones stays. */
function receiveUnknown(
  tx: HighlightTransaction,
  info: AnnotationInfo,
  places: PlacesOnServer,
  shown: ByText,
): void {
  const twin = findSame(shown, info, places, isSameAnnotation);
  const now = twin && tx.get(twin.id);
  const [own, ...more] = now?.shadow.parts ?? [];
  if (now?.highlight && own !== undefined && more.length === 0 && now.shadow.isCreatedHere) {
    const { highlight, shadow } = now;
    // A request that arrived twice or late has created it again. With one create, it may be that of another
    // device, too, which then gives way to the one with the smaller id.
    const isFirst = own.serverId < info.id;
    if ((shadow.creates > 1 || isFirst) && isUntouched(info, { ...now, highlight }, own)) {
      deleteOnServer(tx, highlight, partOf(info));
      return;
    }
    // Two devices have made it at the same time.
    if (!isFirst) {
      deleteOnServer(tx, highlight, own);
      join(tx, { ...now, highlight, shadow: { ...shadow, isCreatedHere: false } }, info);
      return;
    }
  }
  const highlight = receivedHighlight(tx, info, places);
  const madeAt = pick(info, PLACE_ON_SERVER);
  tx.put(highlight, { ...newHighlightShadow(highlight), parts: [partOf(info)], madeAt });
  tx.log('received', highlight);
}

/** Returns the highlight that shows an annotation of another device or program. */
export const receivedHighlight = (
  tx: HighlightTransaction,
  info: AnnotationInfo,
  places: PlacesOnServer,
): Highlight => ({
  id: tx.newId(),
  bookmarkId: tx.bookmarkId,
  quote: places.quoteOf(info),
  isNoteOnly: false,
  refused: [],
  color: info.color,
  note: info.note,
  review: lookOfInfo(info).review ?? NOT_REVIEWED,
  position: null,
  doubt: 'unanchored',
  created: instantOf(info.created),
  updated: tx.now,
});

/** Others may have changed the first annotation meanwhile, so what was sent counts, too. */
const isUntouched = (
  info: AnnotationInfo,
  { highlight, shadow }: Live,
  own: HighlightPart,
): boolean => {
  const looks = [lookOf(highlight, 0), own, ...(shadow.created ?? [])];
  return looks.some((look) => hasSameLook(look, lookOfInfo(info)));
};
