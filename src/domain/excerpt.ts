/** In UTF-16 code units: several pages of text. */
export const MAX_EXCERPT_LENGTH = 10_000;
/** Of a note about a page. */
export const MAX_NOTE_LENGTH = 20_000;

/** Joins two texts with a blank line. Returns `before` if it already contains `added`. */
export function joinTexts(before: string, added: string, maxLength = MAX_NOTE_LENGTH): string {
  if (added === '') return before;
  if (onOneLine(before).includes(onOneLine(added))) return before;
  const both = [before, added].filter(Boolean).join('\n\n');
  // Slicing may have cut a surrogate pair in two.
  return both.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

/** The page and the browser's menu report the same selection with different line breaks. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
