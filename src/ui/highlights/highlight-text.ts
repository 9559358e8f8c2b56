import type { Bookmark, Highlight } from '../../domain';
import type { ListedHighlight } from './highlights-store';

type Page = Pick<Bookmark, 'title' | 'url'>;

/** Returns a quote with its note and the address of the page, as plain text. */
export const quoteAsText = ({ quote, note }: Highlight, { title, url }: Page): string =>
  [`“${quote.exact}”`, ...(note === '' ? [] : [note]), `${title}\n${url}`].join('\n\n');

/** Returns all highlights of a page as Markdown: a heading, then each quote with its note. */
export function highlightsAsMarkdown(
  listed: readonly ListedHighlight[],
  { title, url }: Page,
): string {
  const quotes = listed.flatMap(({ highlight: { quote, note } }) => [
    `> ${escapeMarkdown(quote.exact)}`,
    ...(note === '' ? [] : [escapeMarkdown(note)]),
  ]);
  return [`# [${escapeMarkdown(title)}](<${url}>)`, ...quotes].join('\n\n');
}

/** Escapes what Markdown would read as markup. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#~|]/g, '\\$&');
