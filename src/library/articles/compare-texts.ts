import { missingIn, paragraphsOf } from './capture-change';

/** The paragraphs that one of two texts has and the other has not, in its order. */
export interface OneSide {
  /** At most `MAX_SHOWN_PARAGRAPHS`, each at most `MAX_PARAGRAPH` long. */
  readonly paragraphs: readonly string[];
  /** The number of all of them. */
  readonly count: number;
}

export interface ComparedTexts {
  readonly onlyEarlier: OneSide;
  readonly onlyPresent: OneSide;
  /** True if a text is too long and was compared only up to the bound. */
  readonly isCut: boolean;
}

/** In UTF-16 code units of HTML: three times the longest novels. It bounds the time of the page. */
const MAX_COMPARED_HTML_LENGTH = 4_000_000;
const MAX_SHOWN_PARAGRAPHS = 400;
/** In UTF-16 code units. */
const MAX_PARAGRAPH = 5_000;

/** Compares two articles by their paragraphs, in linear time. Both are sanitised HTML. */
export function compareTexts(earlier: string, present: string): ComparedTexts {
  const [before, after] = [earlier, present].map((html) =>
    paragraphsOf(html.slice(0, MAX_COMPARED_HTML_LENGTH)),
  );
  return {
    onlyEarlier: oneSide(before ?? [], after ?? []),
    onlyPresent: oneSide(after ?? [], before ?? []),
    isCut: Math.max(earlier.length, present.length) > MAX_COMPARED_HTML_LENGTH,
  };
}

function oneSide(texts: readonly string[], others: readonly string[]): OneSide {
  const only = missingIn(texts, others);
  const paragraphs = only.slice(0, MAX_SHOWN_PARAGRAPHS).map((text) => {
    const shown = text.slice(0, MAX_PARAGRAPH).replace(REFERENCE, characterOf);
    return text.length > MAX_PARAGRAPH ? `${shown}…` : shown;
  });
  return { paragraphs, count: only.length };
}

/** The references that serialised HTML has. */
const REFERENCE = /&(?:amp|lt|gt|quot|nbsp|#34|#39);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#34;': '"',
  '&#39;': "'",
};

const characterOf = (reference: string): string => CHARACTERS[reference] ?? reference;
