import type { BookmarkId } from '../domain';

/** No instant that a date can be is further from the epoch. */
const FURTHEST_MS = 8.64e15;
const DIGITS = 17;

/**
 * A bookmark's place among those with `label`, oldest first: an index over several entries a row
 * can't be compound, so label, time and id are one text. Labels hold no control characters.
 */
export const labelPlace = (label: string, created: number, id: BookmarkId): string =>
  `${label}\u0000${String(created + FURTHEST_MS).padStart(DIGITS, '0')}\u0000${id}`;

/** The bounds of all places of `label`. */
export const labelPlaces = (
  label: string,
): { readonly first: string; readonly afterLast: string } => ({
  first: `${label}\u0000`,
  afterLast: `${label}\u0001`,
});
