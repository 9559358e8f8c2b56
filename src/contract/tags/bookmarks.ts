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
/** What nobody writes by hand: pages that say more are cut when they are read. */
export const MAX_SITE_NAME_LENGTH = 256;
export const MAX_DESCRIPTION_LENGTH = 4096;
export const MAX_AUTHORS = 100;
export const MAX_AUTHOR_LENGTH = 256;
export const MAX_LABEL_LENGTH = 1024; // section 18
/** Of one bookmark. */
export const MAX_LABELS = 500;
/** Files that come with one page. */
export const MAX_RESOURCES = 2000;
/** A page with its resources; more is a 413 (section 18). */
export const MAX_PAGE_BYTES = 128 * 1024 * 1024;
/** How long a scheduled deletion can be taken back, when the server isn't told otherwise. */
export const DELETION_DELAY_MS = 20_000;

const labelList = texts({ max: MAX_LABEL_LENGTH, maxItems: MAX_LABELS });

/** What makes a bookmark (spec 2.11 and protocol.md section 7.2). */
export const bookmarkCreate = {
  url: described(required(text({ max: MAX_URL_LENGTH, test: isWebAddress })), 'Address.'),
  title: described(text({ max: MAX_TITLE_LENGTH }), 'Title; as a filter: search in the titles.'),
  labels: described(
    labelList,
    'Labels; as a filter: all of them, `foo*` for a beginning, `-foo` for without.',
  ),
  created: described(instant(), 'When it was made.'),
  /** false: `html` is kept as it is, no article is looked for in it. */
  feature_find_main: described(
    defaulted(flag(), true),
    'false: `html` is kept as it is, no article is looked for in it.',
  ),
  html: described(file(), 'The page.'),
  resource: described(files(MAX_RESOURCES), 'Files of the page.'),
};

/** What changes a bookmark (spec 2.12 and protocol.md section 7.4). */
export const bookmarkUpdate = {
  title: described(
    filled(text({ max: MAX_TITLE_LENGTH })),
    'Title; as a filter: search in the titles.',
  ),
  description: described(text({ max: MAX_DESCRIPTION_LENGTH }), 'A short text without markup.'),
  site_name: described(filled(text({ max: MAX_SITE_NAME_LENGTH })), 'Name of the site.'),
  authors: described(
    texts({ max: MAX_AUTHOR_LENGTH, maxItems: MAX_AUTHORS, splitsLines: true }),
    'Who wrote it.',
  ),
  published: described(
    clearable(instant()),
    'When it was published; absent when unknown, null in the answer to a change that cleared it.',
  ),
  lang: described(
    text({ max: MAX_LANGUAGE_LENGTH, test: isLanguage }),
    'Language tag; empty when unknown.',
  ),
  text_direction: described(choice(TEXT_DIRECTIONS), '`ltr`, `rtl`, or empty when unknown.'),
  is_marked: described(flag(), 'Whether it is a favourite.'),
  is_archived: described(flag(), 'Whether it is in the archive.'),
  is_deleted: described(flag(), 'Whether it is about to be deleted.'),
  read_progress: described(integer({ min: 0, max: MAX_PROGRESS }), 'Per cent.'),
  read_anchor: described(
    text({ max: MAX_READ_ANCHOR_LENGTH }),
    'CSS selector of the last element seen.',
  ),
  labels: described(
    labelList,
    'Labels; as a filter: all of them, `foo*` for a beginning, `-foo` for without.',
  ),
  add_labels: described(labelList, 'Labels to add.'),
  remove_labels: described(labelList, 'Labels to take away.'),
};

export const COMPLETED_FIELDS = ['author', 'label', 'site', 'title'] as const;

const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;
const id = { id: ShortId };

/** Bookmarks, and what the server keeps of their pages. */
export const bookmarks = {
  list: route({
    summary: 'Bookmarks, filtered, sorted, in pages of 50.',
    notes: [
      'All filters must hold. Without `sort` the newest come first, with `search` the best matches; a key that is unknown is ignored.',
      'With `id` the order is that of the ids.',
      'The filters of `collection` apply; a parameter of the same name overrides one. An unknown collection is a 404.',
      '`limit` is cut to 100; an offset past the end gives an empty list.',
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
    summary: 'Saves an address, with or without its page.',
    notes: [
      'The same address posted twice makes two bookmarks, unless both carry the same `Idempotency-Key` within 24 hours.',
      'As multipart, `html` is the page and each `resource` part a file of it: a part with a file name and a `Location` header, or the older form with a first line of JSON `{"url", "headers"}`. What is sent is used and not fetched.',
      'The answer comes before the page is read: ask for the bookmark until `loaded`.',
    ],
    method: 'POST',
    path: '/api/bookmarks',
    tag: 'bookmarks',
    access: WRITE,
    body: body(bookmarkCreate),
    reads: ['Idempotency-Key'],
    answers: { 202: json(Message, BOOKMARK_HEADERS) },
  }),
  read: route({
    summary: 'One bookmark with its links.',
    notes: ['Validators are sent only once it is loaded.'],
    method: 'GET',
    path: '/api/bookmarks/{id}',
    tag: 'bookmarks',
    access: READ,
    params: id,
    reads: CONDITIONS,
    answers: { 200: json(BookmarkInfo, ['Bookmark-Id', 'Link', ...VALIDATORS]), 304: empty() },
  }),
  update: route({
    summary: 'Changes what is sent, and nothing else.',
    notes: [
      'Labels are applied in the order `labels`, `add_labels`, `remove_labels`.',
      'null is as if the field were absent, except `published`, which null or an empty text clears.',
      'A `read_progress` of 0 or 100 empties `read_anchor`.',
      '`is_deleted` true deletes it after 20 seconds, unless false comes before.',
      'Errors are the form body with status 400.',
    ],
    method: 'PATCH',
    path: '/api/bookmarks/{id}',
    tag: 'bookmarks',
    access: WRITE,
    params: id,
    body: body(bookmarkUpdate),
    invalid: { status: 400, kind: 'form' },
    answers: { 200: json(BookmarkUpdated, BOOKMARK_HEADERS) },
  }),
  delete: route({
    summary: 'Deletes a bookmark at once.',
    notes: ['It stays in the sync list as a `delete`.'],
    method: 'DELETE',
    path: '/api/bookmarks/{id}',
    tag: 'bookmarks',
    access: WRITE,
    params: id,
    answers: { 204: empty() },
  }),
  complete: route({
    summary: 'Completes an author, a label, a site or a title.',
    notes: ['`*` in `q` stands for anything; case does not matter.'],
    method: 'GET',
    path: '/api/bookmarks/@complete',
    tag: 'bookmarks',
    access: READ,
    query: {
      type: described(required(choice(COMPLETED_FIELDS)), 'article, photo or video.'),
      q: described(required(text({ max: MAX_SEARCH_LENGTH })), 'What to look for.'),
    },
    answers: { 200: json(z.array(z.string())) },
  }),
  article: route({
    summary: 'The article as a fragment of HTML, with its annotations.',
    notes: ['A 404 while it is loading. Empty when the page has no article.'],
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
    summary: '`props.json`, `log`, and other files kept with a bookmark.',
    method: 'GET',
    path: '/api/bookmarks/{id}/x/{file}',
    tag: 'bookmarks',
    access: READ,
    params: { id: ShortId, file: z.string() },
    reads: CONDITIONS,
    answers: { 200: media(['application/json', 'text/plain', '*/*'], VALIDATORS), 304: empty() },
  }),
};
