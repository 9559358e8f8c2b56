import { parseArticle } from '../../../server/articles/article-tree';
import { createTextIndex, quoteOf, type TextIndex } from '../../../src/anchoring';
import type { Quote } from '../../../src/domain/highlight';

/** The end of the article has the same words twice, and more than a few equal words before them. */
export const ARTICLE =
  '<p>The harbour froze in January.</p><p>The boats stayed in the harbour, and the ice went out with the tide.</p><p>Snow fell on the harbour, and the ice went out with the tide in March.</p>';

/** Articles of the same page: as it was, with a new beginning, and without some of its text. */
export const ARTICLES = [
  ARTICLE,
  `<p>Corrected in May.</p><div>${ARTICLE}</div>`,
  '<p>The harbour froze in January.</p><p>Nobody knows more.</p>',
];

/** The text before the second copy of the words that are in the article twice. */
const BEFORE_COPY = 'fell on the harbour, and the ice ';

/**
 * Texts to highlight, after what stands before them. The second contains the first and overlaps the
 * third. The last two have the same words.
 */
const TEXTS = [
  ['', 'harbour froze'],
  ['', 'The harbour froze in January. The boats'],
  ['', 'The boats stayed'],
  ['stayed in the harbour, and the ice ', 'went out with the tide'],
  [BEFORE_COPY, 'went out with the tide'],
] as const;

const withoutWhiteSpace = (text: string) => text.replace(/\s+/g, '');

/** Returns the words of a highlight, and which copy of them it marks. */
export const nameOf = ({ exact, prefix }: Quote): string => {
  const isCopy = withoutWhiteSpace(prefix).endsWith(withoutWhiteSpace(BEFORE_COPY));
  return `${withoutWhiteSpace(exact)}${isCopy ? ' (copy)' : ''}`;
};

/**
 * Returns true if `others` have a highlight, or all of its words. A device that sends its highlights back to a
 * restored server without overlaps gets them in parts, beside others that have their first or last words.
 */
export function hasWords(others: readonly string[], name: string, mayBeInParts: boolean): boolean {
  if (others.includes(name) || !mayBeInParts) return others.includes(name);
  const isCovered = Array.from(name, () => false);
  const cover = (start: number, length: number) => isCovered.fill(true, start, start + length);
  for (const part of others.filter(Boolean)) {
    const start = name.indexOf(part);
    if (start >= 0) cover(start, part.length);
    for (let length = MIN_SHARED; length < Math.min(part.length, name.length); length += 1) {
      if (part.endsWith(name.slice(0, length))) cover(0, length);
      if (part.startsWith(name.slice(-length))) cover(name.length - length, length);
    }
  }
  return isCovered.every(Boolean);
}

/** Two texts share at least so many letters if they overlap. */
const MIN_SHARED = 5;

const index = createTextIndex(parseArticle(ARTICLE).index.root);

/** Finds a text, by its number, in an article. White space between blocks does not count. */
export function spanOf(text: number, { text: all }: TextIndex) {
  const [start, end] = TEXTS[text]!.map((part) =>
    part.replaceAll('.', '\\.').replaceAll(' ', '\\s*'),
  );
  const match = new RegExp(`(?<=${start})${end}`).exec(all);
  if (match === null) return { start: 0, end: 0 };
  return { start: match.index, end: match.index + match[0].length };
}

/** Returns the quote of a text, by its number, in the article as it was first. */
export const quoteOfText = (text: number): Quote => quoteOf(index, spanOf(text, index));
