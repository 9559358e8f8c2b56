import { type ExportedBookmark, headingOf } from '../exported';
import { dayOf } from '../files/file-name';

/**
 * What programs read above a Markdown text: YAML with title, saved, published, website, source,
 * authors and labels; what is unknown is left out.
 */
export function frontMatter(bookmark: ExportedBookmark): string {
  const { created, published, domain, url, authors, labels } = bookmark;
  const lines = [
    `title: ${yamlText(headingOf(bookmark))}`,
    `saved: ${yamlText(dayOf(created))}`,
    ...(published === null ? [] : [`published: ${yamlDay(published)}`]),
    ...(domain === '' ? [] : [`website: ${yamlText(domain)}`]),
    `source: ${yamlText(url)}`,
    ...yamlList('authors', authors),
    ...yamlList('labels', labels),
  ];
  return `---\n${lines.join('\n')}\n---\n`;
}

const yamlList = (name: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${name}:`, ...values.map((value) => `  - ${yamlText(value)}`)];

/** The day in quotes: YAML takes a bare one for a date. */
const yamlDay = (date: string): string => yamlText(/^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? date);

/** In double quotes, where YAML escapes as JSON does; and what YAML can't hold besides. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
