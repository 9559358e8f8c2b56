import { parseDate } from '../../contract';
import type { ImportOptions } from './imported';
import { makeRow } from './make-row';
import { type ReadRow, withUnreadable } from './unreadable-values';

/**
 * Converts a row of another program as `makeRow` does. Where that program has no title or no article, it
 * may have written the address or words of its own, which are left out. It says which values cannot be
 * read.
 */
export function readRow(
  raw: ReadRow,
  row: number,
  options: ImportOptions,
): ReturnType<typeof makeRow> {
  const { title = '', html = null } = raw;
  const isTitle = title.trim() !== raw.url.trim() && !isMissingTitle(title);
  const entry = {
    ...raw,
    title: isTitle ? title : '',
    html: html !== null && isFailureNotice(html) ? null : html,
  };
  const made = makeRow(entry, row, { ...options, readDate: parseDate });
  return made.kind === 'entry' ? withUnreadable(made, entry, row) : made;
}

/** A longer text is an article. In UTF-16 code units. */
const MAX_NOTICE_HTML = 2000;
const MAX_NOTICE_TEXT = 400;

/** The words with which programs say that they could not do something. */
const FAILED_PAGE_WORDS =
  /(?:can['’]t|can ?not|could(?:n['’]t| not)|(?:(?:is|are|was|were) )?(?:unable|not able) to|failed to|failure to|error (?:while )?)/
    .source;
const FETCH = /(?:retriev|fetch|load|pars|extract|sav|download|process|display)(?:e|ing)?/.source;
const CONTENT_WORDS = /(?:contents?|articles?|pages?|texts?|links?|urls?|web ?(?:site|page)s?)/
  .source;

/** A notice begins with an excuse, or with the name of the program or of its part. */
const WHO = String.raw`(?:(?:(?:we['’]re |we are )?sorry|oops|error|unfortunately)[,:.!]? )?(?:(?:(?:the )?[\w.-]+|this page) )?`;

const NOTICES: readonly RegExp[] = [
  new RegExp(`^${WHO}${FAILED_PAGE_WORDS} ${FETCH} (?:[\\w'’-]+ ){0,4}${CONTENT_WORDS}\\b`, 'i'),
  /^(?:your|this) (?:link|page|article) is (?:still )?being (?:saved|processed|fetched)\b/i,
  /^(?:the |this )?(?:contents?|article|page)(?: of this page)? (?:could not|cannot|can['’]t|couldn['’]t) be (?:retrieved|fetched|loaded|parsed|extracted|saved|read)\b/i,
  /^(?:no (?:content|text|article) (?:found|available|could be extracted))\b[.!]?$/i,
];

/**
 * True if a stored article is only a program's own notice that it could not read the page. Such a page
 * has no article yet, and is to be fetched.
 */
export function isFailureNotice(html: string): boolean {
  if (html.length > MAX_NOTICE_HTML) return false;
  const text = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#0?39|#x27|apos|rsquo);/gi, "'")
    .replace(/(?:\s|&nbsp;)+/g, ' ')
    .trim();
  return text.length <= MAX_NOTICE_TEXT && NOTICES.some((notice) => notice.test(text));
}

/** wallabag has this where it could not read a title. */
const isMissingTitle = (title: string): boolean => /^no title found\.?$/i.test(title.trim());
