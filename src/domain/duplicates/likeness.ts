import type { Bookmark } from '../bookmark';
import { siteOf, type UrlKey } from '../url-identity';
import {
  ADDRESS_DIFFERENCES,
  type AddressDifference,
  type AddressForm,
  addressForm,
} from './address-form';

/** What of an article is looked at. */
export interface ArticleFacts {
  /** A hash of each paragraph, in order. */
  readonly paragraphs: readonly number[];
  /** How many images are kept. */
  readonly images: number;
}

/** A bookmark that may have a duplicate. */
export interface DuplicateMember {
  readonly bookmark: Bookmark;
  /** The address that the page calls its own; null where that is this one, or it says nothing. */
  readonly canonicalKey: UrlKey | null;
  /** null when no article is here. */
  readonly article: ArticleFacts | null;
}

/**
 * Why two bookmarks are thought to be one page: their address is the same (`address`), or differs
 * only in what is named; the page of one calls the other's address its own, or both the same
 * (`canonical`); they have the same title and the same text on the same site (`text`).
 */
export type DuplicateReason = 'address' | AddressDifference | 'canonical' | 'text';

export interface Likeness {
  /** All in which they differ, or `address`; never empty. */
  readonly reasons: readonly DuplicateReason[];
  /** Whether a person need not look. */
  readonly isSure: boolean;
}

/** Shorter texts are the same on many pages: asking for a consent, a password, a moment. */
export const FEWEST_WORDS = 50;
/** With so many, the same title and the same text are the same page. */
const MANY_WORDS = 200;
const SAME_TEXT = 0.9;
const OTHER_TEXT = 0.5;

/** What is compared of a bookmark, taken apart once. */
export interface Examined {
  readonly member: DuplicateMember;
  readonly form: AddressForm;
  /** What its address and the one that the page calls its own share with those of the same page. */
  readonly places: readonly string[];
  /** Without regard to case and white space; null when it has none of its own. */
  readonly title: string | null;
  /** Site and title; null as that. */
  readonly titleKey: string | null;
}

export function examine(member: DuplicateMember): Examined {
  const { bookmark, canonicalKey } = member;
  const form = addressForm(bookmark.urlKey);
  const places = [form, ...(canonicalKey === null ? [] : [addressForm(canonicalKey)])];
  const title = plainTitle(bookmark);
  const titleKey = title && `${siteOf(form.plain)} ${title}`;
  return { member, form, places: places.map(placeOf), title, titleKey };
}

/** An address but for what may differ; routes are places of their own. */
const placeOf = ({ plain, leftOut }: AddressForm): string => plain + leftOut.route;

function plainTitle({ title, url }: Bookmark): string | null {
  if (title === url) return null;
  return title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase() || null;
}

/** Whether two bookmarks may be one page, the same whichever comes first; null when they are two. */
export function likeness(a: Examined, b: Examined): Likeness | null {
  const text = compareTexts(a.member, b.member);
  const hasSameTitle = a.title !== null && a.title === b.title;
  const isSameText = text.share >= SAME_TEXT;
  const isOtherText = text.words > 0 && text.share < OTHER_TEXT;
  if (a.form.plain !== b.form.plain) {
    if (a.places.some((place) => b.places.includes(place))) {
      // Templates have it wrong now and then: one address for all pages.
      if (isOtherText && !hasSameTitle) return null;
      // Nor does a title say much: walls have one title, and call one address their own.
      const isTitled = hasSameTitle && text.words > 0 && !isOtherText;
      return { reasons: ['canonical'], isSure: isSameText || isTitled };
    }
    if (!isSameText || a.titleKey === null || a.titleKey !== b.titleKey) return null;
    return { reasons: ['text'], isSure: text.words >= MANY_WORDS };
  }
  const differences = ADDRESS_DIFFERENCES.filter(
    (each) => a.form.leftOut[each] !== b.form.leftOut[each],
  );
  // Places in one page, unless they show the same.
  if (differences.includes('route') && !(hasSameTitle && isSameText)) return null;
  if (differences.includes('tracking') && isOtherText && !hasSameTitle) return null;
  return {
    reasons: differences.length === 0 ? ['address'] : differences,
    isSure: !isOtherText && differences.every((each) => isSureOf(each, hasSameTitle, isSameText)),
  };
}

/** Whether a difference in the address is none of the page, with what speaks for it. */
function isSureOf(difference: AddressDifference, hasSameTitle: boolean, isSameText: boolean) {
  switch (difference) {
    case 'www':
    case 'index':
      return true;
    case 'mobile':
    case 'amp':
      return hasSameTitle || isSameText;
    case 'tracking':
    case 'route':
      return isSameText;
  }
}

interface TextComparison {
  /** From 0 to 1. */
  readonly share: number;
  /** Of the shorter text; 0 when one is missing or too short to say anything. */
  readonly words: number;
}

function compareTexts(a: DuplicateMember, b: DuplicateMember): TextComparison {
  const words = Math.min(a.bookmark.wordCount, b.bookmark.wordCount);
  if (a.article === null || b.article === null || words < FEWEST_WORDS) {
    return { share: 0, words: 0 };
  }
  return { share: sharedText(a.article.paragraphs, b.article.paragraphs), words };
}

/** How many times more words a text must have to be another than one that was cut or counted anew. */
const LENGTH_RATIO = 1.1;

/** Whether a text of so many words has more to say than one of `others`. */
export const isLonger = (words: number, others: number): boolean => words > others * LENGTH_RATIO;

/**
 * How much of two texts is the same: the paragraphs that both have, as a part (0 to 1) of those of
 * the one that has more. Paragraphs are given by their hashes; 0 when either has none.
 */
export function sharedText(a: readonly number[], b: readonly number[]): number {
  const left = new Map<number, number>();
  for (const hash of a) left.set(hash, (left.get(hash) ?? 0) + 1);
  let shared = 0;
  for (const hash of b) {
    const count = left.get(hash) ?? 0;
    if (count > 0) shared += 1;
    left.set(hash, count - 1);
  }
  return shared === 0 ? 0 : shared / Math.max(a.length, b.length);
}
