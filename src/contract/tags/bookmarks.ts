import * as z from 'zod/mini';
import { Message } from '../errors';
import { choice, flag, instant, integer, text, texts } from '../form/field';
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
import { described, MAX_PROGRESS, ShortId } from '../schema/record';
import { BookmarkInfo, BookmarkSummary, BookmarkUpdated, TEXT_DIRECTIONS } from './bookmark';
import { bookmarkSearch, MAX_SEARCH_LENGTH, paging } from './bookmark-filters';

// protocol.md sections 7.2 and 7.4
export const MAX_URL_LENGTH = 1024;
export const MAX_TITLE_LENGTH = 1024;
export const MAX_READ_ANCHOR_LENGTH = 256;
/** Longer texts of a page are truncated when the page is read. */
export const MAX_SITE_NAME_LENGTH = 256;
const MAX_DESCRIPTION_LENGTH = 4096;
const MAX_AUTHORS = 100;
const MAX_AUTHOR_LENGTH = 256;
export const MAX_LABEL_LENGTH = 1024; // section 18
/** Maximum number of labels of one bookmark. */
export const MAX_LABELS = 500;
/** Maximum number of files sent with one page. */
const MAX_RESOURCES = 2000;
/** A page with its resources; a larger body is a 413 (section 18). */
export const MAX_PAGE_BYTES = 128 * 1024 * 1024;
/** The default time during which a scheduled deletion can be cancelled. */
export const DELETION_DELAY_MS = 20_000;

const labelList = texts({ max: MAX_LABEL_LENGTH, maxItems: MAX_LABELS });

/** The state of a bookmark that people set, in both forms. */
const state = {
  is_marked: described(flag(), 'True for a favourite.'),
  is_archived: described(flag(), 'True for an archived bookmark.'),
  read_progress: described(integer({ min: 0, max: MAX_PROGRESS }), 'Reading progress in per cent.'),
  read_anchor: described(
    text({ max: MAX_READ_ANCHOR_LENGTH }),
    'CSS selector of the last element that was read.',
  ),
};

/** The form that creates a bookmark (spec 2.11 and protocol.md section 7.2). */
export const bookmarkCreate = {
  url: described(required(text({ max: MAX_URL_LENGTH, test: isWebAddress })), 'Address.'),
  title: described(text({ max: MAX_TITLE_LENGTH }), 'Title.'),
  labels: described(labelList, 'Labels.'),
  created: described(instant(), 'Creation time.'),
  ...state,
  feature_find_main: described(
    defaulted(flag(), true),
    'false: `html` is used as a whole; no article is extracted from it.',
  ),
  html: described(file(), 'The page.'),
  resource: described(files(MAX_RESOURCES), 'Files of the page.'),
};

/** The form that changes a bookmark (spec 2.12 and protocol.md section 7.4). */
export const bookmarkUpdate = {
  title: described(filled(text({ max: MAX_TITLE_LENGTH })), 'Title.'),
  description: described(text({ max: MAX_DESCRIPTION_LENGTH }), 'A short text without markup.'),
  site_name: described(filled(text({ max: MAX_SITE_NAME_LENGTH })), 'Name of the site.'),
  authors: described(
    texts({ max: MAX_AUTHOR_LENGTH, maxItems: MAX_AUTHORS, splitsLines: true }),
    'Authors.',
  ),
  published: described(
    clearable(instant()),
    'Publication date; absent when unknown, null in the response to a change that cleared it.',
  ),
  lang: described(
    text({ max: MAX_LANGUAGE_LENGTH, test: isLanguage }),
    'Language tag; empty when unknown.',
  ),
  text_direction: described(choice(TEXT_DIRECTIONS), '`ltr`, `rtl`, or empty when unknown.'),
  ...state,
  is_deleted: described(flag(), 'True if its deletion is scheduled.'),
  labels: described(labelList, 'Labels.'),
  add_labels: described(labelList, 'Labels to add.'),
  remove_labels: described(labelList, 'Labels to remove.'),
};

const COMPLETED_FIELDS = ['author', 'label', 'site', 'title'] as const;

const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;
const id = { id: ShortId };

/** Bookmarks and the stored content of their pages. */
export const bookmarks = {
  list: route({
    summary: 'Lists bookmarks, filtered and sorted, in pages of 50.',
    notes: [
      'All filters must match. Without `sort` the newest bookmarks come first, with words in `search` the best matches. Unknown sort keys are ignored.',
      'With `id` the bookmarks are in the order of the ids.',
      'The filters of `collection` are applied; a parameter with the same name overrides one. An unknown collection is a 404.',
      '`limit` is reduced to 100. An offset beyond the end returns an empty list.',
    ],
    method: 'GET',
    path: '/api/bookmarks',
    tag: 'bookmarks',
    access: READ,
    query: { ...bookmarkSearch, ...paging },
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(BookmarkSummary), [...PAGE_HEADERS, 'ETag']), 304: empty() },
    errors: { 404: 'message' },
  }),
  create: route({
    summary: 'Saves an address, optionally with its page.',
    notes: [
      'Posting the same address twice creates two bookmarks, unless both requests have the same `Idempotency-Key` within 24 hours.',
      'The same key with another request is a 422 with the `Bookmark-Id` of the first one.',
      'With the feature `state_on_create`, the bookmark has `is_marked`, `is_archived`, `read_progress` and `read_anchor` from the start. Other servers ignore them.',
      'In a multipart body, `html` is the page and each `resource` part one of its files: a part with a file name and a `Location` header, or the older form with a first line of JSON `{"url", "headers"}`. The server fetches only images of the page that were not sent.',
      'The response is sent before the page is processed. Request the bookmark until it is `loaded`.',
    ],
    method: 'POST',
    path: '/api/bookmarks',
    tag: 'bookmarks',
    access: WRITE,
    body: body(bookmarkCreate),
    reads: ['Idempotency-Key', 'Idempotency-Repeat'],
    answers: { 202: json(Message, BOOKMARK_HEADERS) },
  }),
  read: route({
    summary: 'Returns one bookmark with its links.',
    notes: ['`ETag` and `Last-Modified` are sent only when it is loaded.'],
    method: 'GET',
    path: '/api/bookmarks/{id}',
    tag: 'bookmarks',
    access: READ,
    params: id,
    reads: CONDITIONS,
    answers: { 200: json(BookmarkInfo, ['Bookmark-Id', 'Link', ...VALIDATORS]), 304: empty() },
  }),
  update: route({
    summary: 'Changes the fields that are sent.',
    notes: [
      'Labels are applied in the order `labels`, `add_labels`, `remove_labels`.',
      'null means absent, except for `published`, which null or an empty text clears.',
      'A `read_progress` of 0 or 100 empties `read_anchor`.',
      '`is_deleted` true deletes the bookmark after 20 seconds, unless false is sent before.',
      'Errors have status 400 with the form body.',
      '`ETag` and `Last-Modified` are those of the changed bookmark, and sent only when it is loaded.',
    ],
    method: 'PATCH',
    path: '/api/bookmarks/{id}',
    tag: 'bookmarks',
    access: WRITE,
    params: id,
    body: body(bookmarkUpdate),
    invalid: { status: 400, kind: 'form' },
    answers: { 200: json(BookmarkUpdated, [...BOOKMARK_HEADERS, ...VALIDATORS]) },
  }),
  delete: route({
    summary: 'Deletes a bookmark immediately.',
    notes: ['The sync list keeps a `delete` entry for it.'],
    method: 'DELETE',
    path: '/api/bookmarks/{id}',
    tag: 'bookmarks',
    access: WRITE,
    params: id,
    answers: { 204: empty() },
  }),
  complete: route({
    summary: 'Completes an author, a label, a site or a title.',
    notes: ['`*` in `q` matches any text; case is ignored.'],
    method: 'GET',
    path: '/api/bookmarks/@complete',
    tag: 'bookmarks',
    access: READ,
    query: {
      type: described(required(choice(COMPLETED_FIELDS)), 'article, photo or video.'),
      q: described(required(text({ max: MAX_SEARCH_LENGTH })), 'Text to search for.'),
    },
    answers: { 200: json(z.array(z.string())) },
  }),
  article: route({
    summary: 'Returns the article as an HTML fragment with its annotations.',
    notes: [
      '404 while the page is loading. Empty when the page has no article.',
      'The markup is well-formed XML, too: elements without content end in `/>`.',
    ],
    method: 'GET',
    path: '/api/bookmarks/{id}/article',
    tag: 'bookmarks',
    access: READ,
    params: id,
    reads: CONDITIONS,
    answers: {
      200: media(['text/html'], ['Bookmark-Id', 'Link', ...VALIDATORS]),
      304: empty(),
    },
  }),
  file: route({
    summary: 'Returns `props.json`, `log`, or another file of a bookmark.',
    method: 'GET',
    path: '/api/bookmarks/{id}/x/{file}',
    tag: 'bookmarks',
    access: READ,
    params: { id: ShortId, file: z.string() },
    reads: CONDITIONS,
    answers: { 200: media(['application/json', 'text/plain', '*/*'], VALIDATORS), 304: empty() },
  }),
};
