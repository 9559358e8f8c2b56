/** In UTF-16 code units: some pages of text. */
export const MAX_EXCERPT_LENGTH = 10_000;

/** Both selections, a blank line between them; `before` alone when it has the text already. */
export function joinExcerpts(before: string, added: string): string {
  if (onOneLine(before).includes(onOneLine(added))) return before;
  const both = [before, added].filter(Boolean).join('\n\n');
  // The other half of a surrogate pair may be what is cut off.
  return both.slice(0, MAX_EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

/** The page and the browser's menu tell the same selection with other line breaks. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
