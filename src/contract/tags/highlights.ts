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
const MAX_COLOR_LENGTH = 32;
export const MAX_NOTE_LENGTH = 1024;
/** An addition of Leafmark with the feature `anchors`. Clients omit longer quotes. */
const MAX_QUOTE_LENGTH = 10_000;
/** Characters of the text before a quote, and of the text after it; at most 32 are compared. */
const MAX_QUOTE_CONTEXT_LENGTH = 1_000;

/** Existing pages also use `red`, `blue`, `green` and `none`. Any other word is accepted and stored. */
export const DEFAULT_COLOR = 'yellow';

/** The highlighted text and its context, with the feature `anchors` (section 18). */
export const AnnotationQuote = record({
  exact: described(z.string(), 'The quoted text.'),
  prefix: described(textOrEmpty(), 'The text before it.'),
  suffix: described(textOrEmpty(), 'The text after it.'),
});
export type AnnotationQuote = z.output<typeof AnnotationQuote>;

const atMost = (max: number) =>
  z.string().check(z.maxLength(max, { error: messages.tooLong(max) }));

/** A quote as clients send it. Quotes that the server creates may be longer. */
const SentQuote = record({
  exact: described(atMost(MAX_QUOTE_LENGTH), 'The quoted text.'),
  prefix: described(orElse(atMost(MAX_QUOTE_CONTEXT_LENGTH), ''), 'The text before it.'),
  suffix: described(orElse(atMost(MAX_QUOTE_CONTEXT_LENGTH), ''), 'The text after it.'),
});

/** An annotation in the list of all (spec 2.16). */
export const AnnotationSummary = record({
  id: described(ShortId, 'Id.'),
  href: described(Address, 'Address of this record in the API.'),
  text: described(z.string(), 'The highlighted text.'),
  created: described(Instant, 'Creation time.'),
  color: described(
    orElse(z.string(), DEFAULT_COLOR),
    'Colour: yellow, red, blue, green, none, or any other word.',
  ),
  note: described(textOrEmpty(), 'A note; empty when there is none.'),
  bookmark_id: described(ShortId, 'Id of the bookmark.'),
  bookmark_href: described(Address, 'Address of the bookmark in the API.'),
  bookmark_url: described(Address, 'Address of the page.'),
  bookmark_title: described(textOrEmpty(), 'Title of the bookmark.'),
  bookmark_site_name: described(textOrEmpty(), 'Name of the site.'),
});
export type AnnotationSummary = z.output<typeof AnnotationSummary>;

/**
 * An annotation of a bookmark (spec 2.16). Selectors are XPath below the article's root. Offsets
 * are Unicode code points from the start of the selected element (protocol.md section 9.1).
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
  created: described(Instant, 'Creation time.'),
  text: described(z.string(), 'The highlighted text.'),
  color: described(
    orElse(z.string(), DEFAULT_COLOR),
    'Colour: yellow, red, blue, green, none, or any other word.',
  ),
  note: described(textOrEmpty(), 'A note; empty when there is none.'),
  quote: described(
    orAbsent(AnnotationQuote),
    'The highlighted text with its context; requires the feature `anchors`.',
  ),
});
export type AnnotationInfo = z.output<typeof AnnotationInfo>;

/** All annotations of a bookmark after a change. */
export const AnnotationUpdated = record({
  annotations: described(z.array(AnnotationInfo), 'All annotations of the bookmark.'),
  updated: described(Instant, 'Time of the last change.'),
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
    'Colour: yellow, red, blue, green, none, or any other word.',
  ),
  note: described(text({ max: MAX_NOTE_LENGTH }), 'A note; empty when there is none.'),
  quote: described(
    object(SentQuote),
    'The highlighted text with its context; requires the feature `anchors`.',
  ),
};

const annotationUpdate = {
  color: described(
    required(text({ max: MAX_COLOR_LENGTH })),
    'Colour: yellow, red, blue, green, none, or any other word.',
  ),
  note: described(text({ max: MAX_NOTE_LENGTH }), 'A note; empty when there is none.'),
};

const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;

export const highlights = {
  listAll: route({
    summary: 'Lists the annotations of all bookmarks, newest first, in pages of 50.',
    method: 'GET',
    path: '/api/bookmarks/annotations',
    tag: 'bookmark highlights',
    access: READ,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(AnnotationSummary), [...PAGE_HEADERS, 'ETag']), 304: empty() },
  }),
  list: route({
    summary: 'Lists the annotations of a bookmark in the order of its text.',
    method: 'GET',
    path: '/api/bookmarks/{id}/annotations',
    tag: 'bookmark highlights',
    access: READ,
    params: { id: ShortId },
    answers: { 200: json(z.array(AnnotationInfo)) },
  }),
  create: route({
    summary: 'Highlights a part of the article.',
    notes: [
      'Selectors are XPath below the root of the article, offsets Unicode code points from the start of the selected element.',
      'A range that is not in the article or overlaps another annotation is a 400 with a message.',
      'With the feature `anchors` annotations may overlap, and the server uses `quote` to find the text in a new version of the article.',
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
    summary: 'Changes the colour and the note.',
    notes: ['An absent note is unchanged; an empty one is removed.'],
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
