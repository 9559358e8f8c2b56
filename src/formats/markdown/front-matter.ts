import { sourceNameOf } from '../../domain/added-file';
import { type ExportedBookmark, headingOf } from '../exported';
import { dayOf } from '../files/file-name';

/** Writes the metadata of a bookmark as YAML between two lines `---`. Unknown values are left out. */
export function frontMatter(bookmark: ExportedBookmark): string {
  const lines = Object.entries(propertiesOf(bookmark)).flatMap(([key, value]) => {
    if (value.length === 0) return [];
    if (typeof value === 'string') return [`${key}: ${yamlText(value)}`];
    return [`${key}:`, ...value.map((each) => `  - ${yamlText(each)}`)];
  });
  return ['---', ...lines, '---', ''].map((line) => `${line}\n`).join('');
}

const propertiesOf = (bookmark: ExportedBookmark): Record<string, string | readonly string[]> => ({
  title: headingOf(bookmark),
  saved: dayOf(bookmark.created),
  published: publishedDay(bookmark),
  website: bookmark.domain,
  source: sourceNameOf(bookmark.url),
  authors: bookmark.authors,
  labels: bookmark.labels,
  note: bookmark.note.replace(/\s+/g, ' '),
});

/** The day, if the date has one. Empty: it is unknown. */
export const publishedDay = ({ published }: Pick<ExportedBookmark, 'published'>): string =>
  /^\d{4}-\d{2}-\d{2}/.exec(published ?? '')?.[0] ?? published ?? '';

/** Writes a double-quoted YAML string. YAML escapes as JSON does, plus the characters below. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
