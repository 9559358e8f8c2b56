import { boundedNormalise } from '../domain/bounded-normalise';
import type { TextSpan } from './text-index';

/**
 * The letters and digits of a text, in one form and without accents. Two copies of a text have the same ones where
 * spaces, hyphens and the forms of letters differ, such as a page of a PDF and its text.
 */
export interface Letters {
  readonly text: string;
  /** Where the character of each code unit of `text` begins and ends in the text from which it was made. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const KEPT = /[\p{L}\p{N}]/u;

/** Returns the letters of a part of a text. */
export function lettersOf(text: string, { start, end }: TextSpan): Letters {
  const [letters, starts, ends]: [string[], number[], number[]] = [[], [], []];
  let at = start;
  for (const character of text.slice(start, end)) {
    const next = at + character.length;
    for (const part of boundedNormalise(character, 'NFKD').toLowerCase()) {
      if (!KEPT.test(part)) continue;
      letters.push(part);
      for (let unit = 0; unit < part.length; unit += 1) {
        starts.push(at);
        ends.push(next);
      }
    }
    at = next;
  }
  return { text: letters.join(''), starts, ends };
}

/** So many letters at an end find the place of a text that is interrupted in the other copy. */
const END_LETTERS = 32;

/**
 * Finds `wanted` in another copy of its text. Of several places, the nearest to `share`, the part of the copy that is
 * before it, counts. Returns the span in the text from which the copy was made; null: it is not there.
 */
export function findLetters(copy: Letters, wanted: Letters, share: number): TextSpan | null {
  const { length } = wanted.text;
  if (length === 0) return null;
  const about = share * copy.text.length;
  const whole = nearestPlace(copy.text, wanted.text, about);
  if (whole !== null) return spanAt(copy, whole, whole + length);
  if (length < 2 * END_LETTERS) return null;
  const first = nearestPlace(copy.text, wanted.text.slice(0, END_LETTERS), about);
  if (first === null) return null;
  const last = nearestPlace(
    copy.text,
    wanted.text.slice(-END_LETTERS),
    first + length - END_LETTERS,
  );
  return last === null || last <= first ? null : spanAt(copy, first, last + END_LETTERS);
}

function spanAt({ starts, ends }: Letters, from: number, to: number): TextSpan | null {
  const [start, end] = [starts[from], ends[to - 1]];
  return start === undefined || end === undefined ? null : { start, end };
}

/** Returns the place of `wanted` that is nearest to `about`; null: there is none. */
function nearestPlace(text: string, wanted: string, about: number): number | null {
  const from = Math.max(0, Math.round(about));
  const after = text.indexOf(wanted, from);
  const before = text.lastIndexOf(wanted, from);
  if (after === -1) return before === -1 ? null : before;
  return before === -1 || after - about <= about - before ? after : before;
}
