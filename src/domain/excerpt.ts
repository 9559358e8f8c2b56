/** In UTF-16 code units: several pages of text. */
export const MAX_EXCERPT_LENGTH = 10_000;
/** Of a note about a page. */
export const MAX_PAGE_NOTE_LENGTH = 20_000;
/** Of the title of a page. */
export const MAX_PAGE_TITLE_LENGTH = 500;

/**
 * Joins notes with blank lines. One that stands among the lines before it is left out. Each word of a
 * person counts, so a short note is kept beside a longer one that has its words.
 */
export function joinNotes(notes: readonly string[], maxLength = MAX_PAGE_NOTE_LENGTH): string {
  const [first = '', ...others] = notes;
  let joined = first;
  let lines = `\n${joined}\n`;
  for (const note of others) {
    if (note === '' || lines.includes(`\n${note}\n`)) continue;
    joined = joined === '' ? note : `${joined}\n\n${note}`;
    lines = `\n${joined}\n`;
    if (joined.length >= maxLength) break;
  }
  return joined === first ? first : cutText(joined, maxLength);
}

/** Joins selections with blank lines. A text that those before it contain is left out. */
export function joinExcerpts(texts: readonly string[], maxLength = MAX_EXCERPT_LENGTH): string {
  const [first = '', ...others] = texts;
  let joined = first;
  // Putting all of it on one line for each text would take quadratic time.
  let line = onOneLine(first);
  for (const text of others) {
    const added = onOneLine(text);
    if (line.includes(added)) continue;
    joined = joined === '' ? text : `${joined}\n\n${text}`;
    line = `${line} ${added}`;
    if (joined.length >= maxLength) break;
  }
  return joined === first ? first : cutText(joined, maxLength);
}

/** Returns the start of a text, without half of a surrogate pair at its end. */
export const cutText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** The page and the browser's menu report the same selection with different line breaks. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
