import type { AnnotationInfo } from '../../contract';
import { joinNotes } from '../../domain/excerpt';
import { HIGHLIGHT_EDIT_FIELDS, type Highlight, NOTE_MAX_LENGTH } from '../../domain/highlight';
import { joinReviews, reviewText } from '../../domain/review';
import {
  type HighlightPart,
  type HighlightState,
  type HighlightTransaction,
  hasSameLook,
  type LookThere,
  newHighlightShadow,
} from '../../library';

export type Live = HighlightState & { readonly highlight: Highlight };

export const isLive = (state: HighlightState | null): state is Live =>
  state !== null && state.highlight !== null;

/** Returns the look of an annotation, which has a `review` only where the server has a place for it. */
export const lookOfInfo = ({ color, note, review }: AnnotationInfo): LookThere => ({
  color,
  note,
  ...(review !== undefined && { review: reviewText(review) }),
});

export const partOf = (info: AnnotationInfo): HighlightPart => ({
  serverId: info.id,
  ...lookOfInfo(info),
});

/** Queues the deletion of an annotation that a highlight replaces. */
export function deleteOnServer(
  tx: HighlightTransaction,
  highlight: Highlight,
  part: HighlightPart,
): void {
  const shadow = newHighlightShadow({ ...highlight, id: tx.newId() });
  tx.put(null, { ...shadow, parts: [part], isDeleted: true, replacedBy: highlight.id });
}

/** Returns true if the annotations of the state are deleted because a highlight replaces them. */
export const isReplaced = ({ highlight, shadow }: HighlightState): boolean =>
  highlight === null && shadow.replacedBy !== null;

/**
 * Takes over what others did to annotations that are to be deleted. If a person has deleted the
 * highlight that replaces them, they are not deleted. Those are returned, to be received like new ones.
 */
export function receiveReplaced(
  tx: HighlightTransaction,
  { id, shadow }: HighlightState,
  there: ReadonlyMap<string, AnnotationInfo>,
): readonly AnnotationInfo[] {
  const { parts, replacedBy } = shadow;
  const infos = parts.flatMap(({ serverId }) => there.get(serverId) ?? []);
  const isChanged = parts.some((part) => {
    const info = there.get(part.serverId);
    return info !== undefined && !hasSameLook(part, lookOfInfo(info));
  });
  if (replacedBy === null || !isChanged) return [];
  if (!isLive(tx.get(replacedBy))) {
    tx.remove(id);
    return infos;
  }
  for (const part of parts) {
    const stays = tx.get(replacedBy);
    const info = there.get(part.serverId);
    if (isLive(stays) && info !== undefined) takeOverAnnotation(tx, stays, part, lookOfInfo(info));
  }
  tx.put(null, { ...shadow, parts: infos.map(partOf) });
  return [];
}

/**
 * Adds to a highlight what others did to an annotation of the same words: `was` is its last known
 * look. If both have changed, both notes stay, the colour here, and what holds of both reviews.
 */
export function takeOverAnnotation(
  tx: HighlightTransaction,
  { highlight, shadow }: Live,
  was: LookThere,
  is: LookThere,
): void {
  const color = highlight.color === was.color ? is.color : highlight.color;
  const isNoteSame = is.note === was.note;
  const note =
    highlight.note === was.note ? is.note : joinNotes([highlight.note, is.note], NOTE_MAX_LENGTH);
  const { review = highlight.review } = is;
  const taken = {
    ...highlight,
    color,
    note: isNoteSame ? highlight.note : note,
    review: highlight.review === was.review ? review : joinReviews(highlight.review, review),
  };
  if (hasSameLook(taken, highlight)) return;
  tx.put({ ...taken, updated: tx.now }, shadow);
  const changed = HIGHLIGHT_EDIT_FIELDS.filter((field) => taken[field] !== highlight[field]);
  const changes = changed.map((field) => ({
    field,
    ours: taken[field],
    theirs: highlight[field],
  }));
  tx.log('joined', taken, changes);
}
