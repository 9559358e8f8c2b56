/**
 * The marks around the part of a file that Leafmark writes. Obsidian, Logseq and other programs hide
 * comments of HTML, and keep them.
 */
const END = '<!-- leafmark:end -->';
const MARK = /<!-- leafmark:(?:begin ([0-9a-f]{16})|end) -->/g;

/** A part of a file between marks. */
export interface MarkedPart {
  /** Identifies the page: 16 hex digits. */
  readonly key: string;
  /** Ends with a line break. */
  readonly markdown: string;
}

/** A text with another part between its marks. */
export interface Replaced {
  readonly text: string;
  /** True if it had no marks, so that the part is at its end. */
  readonly isAppended: boolean;
}

/** Writes a part with its marks. */
export const withMarks = ({ key, markdown }: MarkedPart): string =>
  // Some programs show Markdown as it is when it follows a comment without an empty line.
  `<!-- leafmark:begin ${key} -->\n\n${unmarked(markdown)}\n${END}\n`;

/**
 * Replaces the part between the marks of a page. All other text stays as it is, also its line endings.
 * null: the marks are not one pair in order, or are those of other pages, so nothing says what a person
 * has written.
 */
export function replaceBetweenMarks(text: string, part: MarkedPart): Replaced | null {
  const marks = [...text.matchAll(MARK)];
  const written = withMarks(part).trimEnd();
  const lineEnd = /\r\n/.test(text) && !/[^\r]\n/.test(text) ? '\r\n' : '\n';
  const inText = lineEnd === '\n' ? written : written.replaceAll('\n', lineEnd);
  if (marks.length === 0) {
    const gap = text.trim() === '' ? '' : text.endsWith('\n') ? lineEnd : lineEnd.repeat(2);
    return { text: `${text}${gap}${inText}${lineEnd}`, isAppended: true };
  }
  if (!areInOrder(marks)) return null;
  const at = marks.findIndex(([, key]) => key === part.key);
  const isOnly = marks.findLastIndex(([, key]) => key === part.key) === at;
  const [begin, end] = [marks[at], marks[at + 1]];
  if (begin === undefined || end === undefined || !isOnly) return null;
  return {
    text: text.slice(0, begin.index) + inText + text.slice(end.index + END.length),
    isAppended: false,
  };
}

/** True if each beginning is followed by an end. */
const areInOrder = (marks: readonly RegExpMatchArray[]): boolean =>
  marks.length % 2 === 0 && marks.every(([, key], at) => (key === undefined) === (at % 2 === 1));

/** Escapes what looks like a mark, so that the words of a page cannot end the part. */
const unmarked = (markdown: string): string =>
  wellFormed(markdown).replace(/\r\n?/g, '\n').replaceAll('<!-- leafmark:', '<!-- leafmark\\:');

/** The same for YAML between double quotes. */
export const unmarkedYaml = (yaml: string): string =>
  wellFormed(yaml).replaceAll('<!-- leafmark:', '\\u003c!-- leafmark:');

/** A file in UTF-8 cannot have half of a character. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
