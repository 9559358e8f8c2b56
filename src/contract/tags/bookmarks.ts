import * as z from 'zod/mini';
import { Message } from '../errors';
import { choice, flag, form, instant, integer, text, texts } from '../form/field';
import {
  clearable,
  defaulted,
  filled,
  isLanguage,
  isWebAddress,
  MAX_LANGUAGE_LENGTH,
  required,
} from '../form/rules';
import { file, files } from '../form/upload';
import { BOOKMARK_HEADERS, CONDITIONS, PAGE_HEADERS, VALIDATORS } from '../route/headers';
import { body, empty, json, media, route } from '../route/route';
import { MAX_PROGRESS, ShortId } from '../schema/record';
import { BookmarkInfo, BookmarkSummary, BookmarkUpdated, TEXT_DIRECTIONS } from './bookmark';
import { bookmarkSearch, MAX_SEARCH_LENGTH, paging } from './bookmark-filters';

// protocol.md sections 7.2 and 7.4
export const MAX_URL_LENGTH = 1024;
export const MAX_TITLE_LENGTH = 1024;
export const MAX_READ_ANCHOR_LENGTH = 256;
/** Of a note about a bookmark, an addition of Leafmark (section 18). */
export const MAX_BOOKMARK_NOTE_LENGTH = 20_000;
/** Longer texts of a page are truncated when the page is read. */
export const MAX_SITE_NAME_LENGTH = 256;
const MAX_DESCRIPTION_LENGTH = 4096;
export const MAX_AUTHORS = 100;
export const MAX_AUTHOR_LENGTH = 256;
export const MAX_LABEL_LENGTH = 1024; // section 18
/** Maximum number of labels of one bookmark. */
export const MAX_BOOKMARK_LABELS = 500;
/** Maximum number of files sent with one page. */
const MAX_RESOURCES = 2000;
/** A page with its resources; a larger body is a 413 (section 18). */
export const MAX_PAGE_BYTES = 128 * 1024 * 1024;
/** The id of an earlier article. */
const MAX_REVISION_LENGTH = 64;
/** The default time during which a scheduled deletion can be cancelled. */
export const DELETION_DELAY_MS = 20_000;

const labelList = () => texts({ max: MAX_LABEL_LENGTH, maxItems: MAX_BOOKMARK_LABELS });

/** The values of a bookmark that only people set. */
const state = form(() => ({
  is_marked: flag(),
  is_archived: flag(),
  read_progress: integer({ min: 0, max: MAX_PROGRESS }),
  read_anchor: text({ max: MAX_READ_ANCHOR_LENGTH }),
  note: text({ max: MAX_BOOKMARK_NOTE_LENGTH }),
}));

/** A captured page, in both forms. */
const page = form(() => ({
  feature_find_main: defaulted(flag(), true),
  html: file(),
  resource: files(MAX_RESOURCES),
}));

/** The form that creates a bookmark (spec 2.11 and protocol.md section 7.2). */
export const bookmarkCreate = form(() => ({
  url: required(text({ max: MAX_URL_LENGTH, test: isWebAddress })),
  title: text({ max: MAX_TITLE_LENGTH }),
  labels: labelList(),
  created: instant(),
  ...state.fields,
  captured: instant(),
  ...page.fields,
}));

/** The form that replaces the article of a bookmark, an addition of Leafmark (section 18). */
export const articleReplace = form(() => ({
  url: text({ max: MAX_URL_LENGTH, test: isWebAddress }),
  captured: instant(),
  revision: text({ max: MAX_REVISION_LENGTH }),
  ...page.fields,
}));

/** The form that changes a bookmark (spec 2.12 and protocol.md section 7.4). */
export const bookmarkUpdate = form(() => ({
  title: filled(text({ max: MAX_TITLE_LENGTH })),
  description: text({ max: MAX_DESCRIPTION_LENGTH }),
  site_name: filled(text({ max: MAX_SITE_NAME_LENGTH })),
  authors: texts({ max: MAX_AUTHOR_LENGTH, maxItems: MAX_AUTHORS, splitsLines: true }),
  published: clearable(instant()),
  lang: text({ max: MAX_LANGUAGE_LENGTH, test: isLanguage }),
  text_direction: choice(TEXT_DIRECTIONS),
  ...state.fields,
  is_deleted: flag(),
  labels: labelList(),
  add_labels: labelList(),
  remove_labels: labelList(),
}));

const COMPLETED_FIELDS = ['author', 'label', 'site', 'title'] as const;

const READ_BOOKMARKS = ['api:bookmarks:read'] as const;
const WRITE_BOOKMARKS = ['api:bookmarks:write'] as const;
const id = { id: ShortId };

/** Bookmarks and the stored content of their pages. */
export const bookmarks = {
  list: route('GET', '/api/bookmarks', {
    access: READ_BOOKMARKS,
    query: form(() => ({ ...bookmarkSearch.fields, ...paging.fields })),
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(BookmarkSummary), [...PAGE_HEADERS, 'ETag']), 304: empty() },
    errors: { 404: 'message' },
  }),
  create: route('POST', '/api/bookmarks', {
    access: WRITE_BOOKMARKS,
    body: body(bookmarkCreate),
    reads: ['Idempotency-Key', 'Idempotency-Repeat'],
    answers: { 202: json(Message, BOOKMARK_HEADERS) },
  }),
  read: route('GET', '/api/bookmarks/{id}', {
    access: READ_BOOKMARKS,
    params: id,
    reads: CONDITIONS,
    answers: { 200: json(BookmarkInfo, ['Bookmark-Id', 'Link', ...VALIDATORS]), 304: empty() },
  }),
  update: route('PATCH', '/api/bookmarks/{id}', {
    access: WRITE_BOOKMARKS,
    params: id,
    body: body(bookmarkUpdate),
    invalid: { status: 400, kind: 'form' },
    answers: { 200: json(BookmarkUpdated, [...BOOKMARK_HEADERS, ...VALIDATORS]) },
  }),
  delete: route('DELETE', '/api/bookmarks/{id}', {
    access: WRITE_BOOKMARKS,
    params: id,
    answers: { 204: empty() },
  }),
  replaceArticle: route('PUT', '/api/bookmarks/{id}/article', {
    access: WRITE_BOOKMARKS,
    params: id,
    body: body(articleReplace),
    answers: { 202: json(Message, BOOKMARK_HEADERS) },
    errors: { 409: 'message' },
  }),
};

/** Only other clients call these. Ours get articles and their files by sync. */
export const bookmarkFiles = {
  complete: route('GET', '/api/bookmarks/@complete', {
    access: READ_BOOKMARKS,
    query: form(() => ({
      type: required(choice(COMPLETED_FIELDS)),
      q: required(text({ max: MAX_SEARCH_LENGTH })),
    })),
    answers: { 200: json(z.array(z.string())) },
  }),
  article: route('GET', '/api/bookmarks/{id}/article', {
    access: READ_BOOKMARKS,
    params: id,
    reads: CONDITIONS,
    answers: {
      200: media(['text/html'], ['Bookmark-Id', 'Link', ...VALIDATORS]),
      304: empty(),
    },
  }),
  file: route('GET', '/api/bookmarks/{id}/x/{file}', {
    access: READ_BOOKMARKS,
    params: { id: ShortId, file: z.string() },
    reads: CONDITIONS,
    answers: { 200: media(['application/json', 'text/plain', '*/*'], VALIDATORS), 304: empty() },
  }),
};
