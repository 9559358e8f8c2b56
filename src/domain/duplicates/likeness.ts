import type { Bookmark } from '../bookmark';
import { boundedNormalise } from '../bounded-normalise';
import { siteOf, type UrlKey } from '../url-identity';
import {
  ADDRESS_DIFFERENCES,
  type AddressDifference,
  type AddressForm,
  addressForm,
} from './address-form';
import { resembles, type TextSketch } from './text-sketch';

/** The properties of an article that are compared. */
export interface ArticleFacts {
  /** A hash of each paragraph, in order. */
  readonly paragraphs: readonly number[];
  /** null for a short text, and for one that is not in the search index yet. */
  readonly sketch: TextSketch | null;
  /** Number of stored images. */
  readonly images: number;
}

/** A bookmark that may have duplicates. */
export interface DuplicateMember {
  readonly bookmark: Bookmark;
  /**
   * The canonical address that the page declares; null if it equals the bookmark's address or is
   * unknown.
   */
  readonly canonicalKey: UrlKey | null;
  /** null when the article is not stored on this device. */
  readonly article: ArticleFacts | null;
}

/**
 * Why two bookmarks are considered to be the same page: their addresses are equal (`address`) or
 * differ only in the named part; one page declares the other's address as canonical, or both
 * declare the same (`canonical`); they have the same title and the same text on the same site
 * (`text`); they have nearly the same long text, whatever their titles and sites are (`near`).
 */
export type DuplicateReason = 'address' | AddressDifference | 'canonical' | 'text' | 'near';

export interface Likeness {
  /** All differences, or `address`; never empty. */
  readonly reasons: readonly DuplicateReason[];
  /** True if no person has to confirm it. */
  readonly isSure: boolean;
}

/** Shorter texts, such as consent dialogs and sign-in forms, occur on many pages. */
export const MIN_TEXT_WORDS = 50;
/** With at least this many words, equal titles and texts mean the same page. */
export const MANY_WORDS = 200;
const SAME_TEXT = 0.9;
const OTHER_TEXT = 0.5;

/** The compared properties of a bookmark, computed once. */
export interface Examined {
  readonly member: DuplicateMember;
  readonly form: AddressForm;
  /**
   * Normalised forms of its address and its canonical address. The same page shares one of them.
   */
  readonly places: readonly string[];
  /** The title without regard to case and white space; null when it has none of its own. */
  readonly title: string | null;
  /** Site and title; null when there is no title. */
  readonly titleKey: string | null;
}

export function examine(member: DuplicateMember): Examined {
  const { bookmark, canonicalKey } = member;
  const form = addressForm(bookmark.urlKey);
  const places = [form, ...(canonicalKey === null ? [] : [addressForm(canonicalKey)])];
  const title = plainTitle(bookmark);
  const titleKey = title && `${siteOf(form.plain)} ${title}`;
  return { member, form, places: places.map(addressWithRoute), title, titleKey };
}

/** The plain address with its route, because each route is a page of its own. */
const addressWithRoute = ({ plain, leftOut }: AddressForm): string => plain + leftOut.route;

function plainTitle({ title, url }: Bookmark): string | null {
  if (title === url) return null;
  return boundedNormalise(title, 'NFKC').replace(/\s+/g, ' ').trim().toLowerCase() || null;
}

/**
 * Compares two bookmarks. Returns null if they are different pages. The order of the arguments does
 * not matter.
 */
export function likeness(a: Examined, b: Examined): Likeness | null {
  const text = compareTexts(a.member, b.member);
  const hasSameTitle = a.title !== null && a.title === b.title;
  const isSameText = text.share >= SAME_TEXT;
  const isOtherText = text.words > 0 && text.share < OTHER_TEXT;
  if (a.form.plain !== b.form.plain) {
    if (a.places.some((place) => b.places.includes(place))) {
      // Some templates declare one canonical address for all pages.
      if (isOtherText && !hasSameTitle) return null;
      // A matching title is not enough without text: consent walls share a title and a canonical
      // address.
      const isTitled = hasSameTitle && text.words > 0 && !isOtherText;
      return { reasons: ['canonical'], isSure: isSameText || isTitled };
    }
    const isLong = text.words >= MANY_WORDS;
    if (isSameText && a.titleKey !== null && a.titleKey === b.titleKey) {
      return { reasons: ['text'], isSure: isLong };
    }
    // A text on two sites, or under two titles, may be kept twice on purpose.
    const isNear = isSameText || text.isResembling;
    return isLong && isNear ? { reasons: ['near'], isSure: false } : null;
  }
  const differences = ADDRESS_DIFFERENCES.filter(
    (each) => a.form.leftOut[each] !== b.form.leftOut[each],
  );
  // Routes are different places in one page unless their content is the same.
  if (differences.includes('route') && !(hasSameTitle && isSameText)) return null;
  if (differences.includes('tracking') && isOtherText && !hasSameTitle) return null;
  return {
    reasons: differences.length === 0 ? ['address'] : differences,
    isSure: !isOtherText && differences.every((each) => isSureOf(each, hasSameTitle, isSameText)),
  };
}

/**
 * True if a difference in the address is certain not to change the page, given the other evidence.
 */
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
  /** True for nearly the same text, whatever its paragraphs are. */
  readonly isResembling: boolean;
  /** Number of words in the shorter text; 0 when a text is missing or too short to compare. */
  readonly words: number;
}

function compareTexts(a: DuplicateMember, b: DuplicateMember): TextComparison {
  const words = Math.min(a.bookmark.wordCount, b.bookmark.wordCount);
  if (a.article === null || b.article === null || words < MIN_TEXT_WORDS) {
    return { share: 0, isResembling: false, words: 0 };
  }
  const isResembling = resembles(a.article.sketch, b.article.sketch);
  return { share: sharedText(a.article.paragraphs, b.article.paragraphs), isResembling, words };
}

/**
 * A text must be longer by this factor to count as longer. Smaller differences come from truncation
 * or counting.
 */
const LENGTH_RATIO = 1.1;

/** True if a text of `words` words is clearly longer than one of `others` words. */
export const isLonger = (words: number, others: number): boolean => words > others * LENGTH_RATIO;

/**
 * Returns the share (0 to 1) of paragraphs that both texts contain, relative to the longer text.
 * Paragraphs are given as hashes. Returns 0 when either text has none.
 */
function sharedText(a: readonly number[], b: readonly number[]): number {
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
