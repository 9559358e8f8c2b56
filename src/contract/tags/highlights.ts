import * as z from 'zod/mini';
import { messages } from '../form/error-body';
import { integer, object, text } from '../form/field';
import { required } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { Address, described, Instant, record, ShortId } from '../schema/record';
import { count, orAbsent, orElse, text as textOrEmpty } from '../schema/tolerant';
import { paging } from './bookmark-filters';

// protocol.md section 9.2
export const MAX_SELECTOR_LENGTH = 256;
export const MAX_COLOR_LENGTH = 32;
export const MAX_NOTE_LENGTH = 1024;
/** Ours, with the feature `anchors`. Whoever marks more than some pages leaves the quote out. */
export const MAX_QUOTE_LENGTH = 10_000;
/** Characters of the text before a quote, and of the text after it; at most 32 are compared. */
export const MAX_QUOTE_CONTEXT_LENGTH = 1_000;

/** Colours that today's pages have; any other word is taken and kept. */
export const ANNOTATION_COLORS = ['yellow', 'red', 'blue', 'green', 'none'] as const;
export const DEFAULT_COLOR = 'yellow';

/** The marked words and what stands around them, with the feature `anchors` (section 18). */
export const AnnotationQuote = record({
  exact: described(z.string(), 'The words.'),
  prefix: described(textOrEmpty(), 'What stands before them.'),
  suffix: described(textOrEmpty(), 'What stands after them.'),
});
export type AnnotationQuote = z.output<typeof AnnotationQuote>;

const atMost = (max: number) =>
  z.string().check(z.maxLength(max, { error: messages.tooLong(max) }));

/** A quote as it is sent. The server's own, of passages that have none, may be longer. */
const SentQuote = record({
  exact: described(atMost(MAX_QUOTE_LENGTH), 'The words.'),
  prefix: described(orElse(atMost(MAX_QUOTE_CONTEXT_LENGTH), ''), 'What stands before them.'),
  suffix: described(orElse(atMost(MAX_QUOTE_CONTEXT_LENGTH), ''), 'What stands after them.'),
});

/** An annotation in the list of all (spec 2.16). */
export const AnnotationSummary = record({
  id: described(ShortId, 'Id.'),
  href: described(Address, 'Address of this record in the API.'),
  text: described(z.string(), 'The marked words.'),
  created: described(Instant, 'When it was made.'),
  color: described(
    orElse(z.string(), DEFAULT_COLOR),
    'A word: yellow, red, blue, green, none, or one of your own.',
  ),
  note: described(
    textOrEmpty(),
    'A note, empty when there is none; as a filter: search in the notes.',
  ),
  bookmark_id: described(ShortId, 'Id of the bookmark.'),
  bookmark_href: described(Address, 'Address of the bookmark in the API.'),
  bookmark_url: described(Address, 'Address of the page.'),
  bookmark_title: described(textOrEmpty(), 'Title of the bookmark.'),
  bookmark_site_name: described(textOrEmpty(), 'Name of the site.'),
});
export type AnnotationSummary = z.output<typeof AnnotationSummary>;

/**
 * An annotation of a bookmark (spec 2.16). Selectors are XPath below the article's root, offsets
 * are in Unicode code points from the start of the selected element (protocol.md section 9.1).
 */
export const AnnotationInfo = record({
  id: described(ShortId, 'Id.'),
  start_selector: described(
    z.string(),
    'XPath of the element in which it starts, below the root of the article.',
  ),
  start_offset: described(count(), 'Unicode code points from the start of that element.'),
  end_selector: described(z.string(), 'XPath of the element in which it ends.'),
  end_offset: described(count(), 'Unicode code points from the start of that element.'),
  created: described(Instant, 'When it was made.'),
  text: described(z.string(), 'The marked words.'),
  color: described(
    orElse(z.string(), DEFAULT_COLOR),
    'A word: yellow, red, blue, green, none, or one of your own.',
  ),
  note: described(
    textOrEmpty(),
    'A note, empty when there is none; as a filter: search in the notes.',
  ),
  quote: described(
    orAbsent(AnnotationQuote),
    'The marked words and what stands around them; with the feature `anchors`.',
  ),
});
export type AnnotationInfo = z.output<typeof AnnotationInfo>;

/** All annotations of a bookmark after one changed. */
export const AnnotationUpdated = record({
  annotations: described(z.array(AnnotationInfo), 'All annotations of the bookmark.'),
  updated: described(Instant, 'When it last changed.'),
});
export type AnnotationUpdated = z.output<typeof AnnotationUpdated>;

export const annotationCreate = {
  start_selector: described(
    required(text({ max: MAX_SELECTOR_LENGTH })),
    'XPath of the element in which it starts, below the root of the article.',
  ),
  start_offset: described(
    required(integer({ min: 0 })),
    'Unicode code points from the start of that element.',
  ),
  end_selector: described(
    required(text({ max: MAX_SELECTOR_LENGTH })),
    'XPath of the element in which it ends.',
  ),
  end_offset: described(
    required(integer({ min: 0 })),
    'Unicode code points from the start of that element.',
  ),
  color: described(
    required(text({ max: MAX_COLOR_LENGTH })),
    'A word: yellow, red, blue, green, none, or one of your own.',
  ),
  note: described(
    text({ max: MAX_NOTE_LENGTH }),
    'A note, empty when there is none; as a filter: search in the notes.',
  ),
  quote: described(
    object(SentQuote),
    'The marked words and what stands around them; with the feature `anchors`.',
  ),
};

export const annotationUpdate = {
  color: described(
    required(text({ max: MAX_COLOR_LENGTH })),
    'A word: yellow, red, blue, green, none, or one of your own.',
  ),
  note: described(
    text({ max: MAX_NOTE_LENGTH }),
    'A note, empty when there is none; as a filter: search in the notes.',
  ),
};

const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;

export const highlights = {
  listAll: route({
    summary: 'Annotations of all bookmarks, the newest first, in pages of 50.',
    method: 'GET',
    path: '/api/bookmarks/annotations',
    tag: 'bookmark highlights',
    access: READ,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(AnnotationSummary), [...PAGE_HEADERS, 'ETag']), 304: empty() },
  }),
  list: route({
    summary: 'Annotations of a bookmark, in the order of its text.',
    method: 'GET',
    path: '/api/bookmarks/{id}/annotations',
    tag: 'bookmark highlights',
    access: READ,
    params: { id: ShortId },
    answers: { 200: json(z.array(AnnotationInfo)) },
  }),
  create: route({
    summary: 'Marks a part of the article.',
    notes: [
      'Selectors are XPath below the root of the article, offsets Unicode code points from the start of the selected element.',
      'A range that is not in the article, or overlaps another annotation, is a 400 with a message.',
      'With the feature `anchors` annotations may overlap, and `quote` lets the server find the words again in a new article.',
    ],
    method: 'POST',
    path: '/api/bookmarks/{id}/annotations',
    tag: 'bookmark highlights',
    access: WRITE,
    params: { id: ShortId },
    body: body(annotationCreate),
    answers: { 201: json(AnnotationInfo, ['Location']) },
    errors: { 400: 'message' },
  }),
  update: route({
    summary: 'Changes colour and note.',
    notes: ['An absent note stays, an empty one goes.'],
    method: 'PATCH',
    path: '/api/bookmarks/{id}/annotations/{annotationId}',
    tag: 'bookmark highlights',
    access: WRITE,
    params: { id: ShortId, annotationId: ShortId },
    body: body(annotationUpdate),
    answers: { 200: json(AnnotationUpdated) },
  }),
  delete: route({
    summary: 'Deletes an annotation.',
    method: 'DELETE',
    path: '/api/bookmarks/{id}/annotations/{annotationId}',
    tag: 'bookmark highlights',
    access: WRITE,
    params: { id: ShortId, annotationId: ShortId },
    answers: { 204: empty() },
  }),
};
