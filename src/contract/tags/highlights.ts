import * as z from 'zod/mini';
import { messages } from '../form/error-body';
import { form, integer, object, text } from '../form/field';
import { required } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { Address, Instant, record, ShortId } from '../schema/record';
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
export const AnnotationQuote = record(() => ({
  exact: z.string(),
  prefix: textOrEmpty(),
  suffix: textOrEmpty(),
}));
export type AnnotationQuote = z.output<typeof AnnotationQuote>;

const atMost = (max: number) =>
  z.string().check(z.maxLength(max, { error: messages.tooLong(max) }));

/** A quote as clients send it. Quotes that the server creates may be longer. */
const SentQuote = record(() => ({
  exact: atMost(MAX_QUOTE_LENGTH),
  prefix: orElse(atMost(MAX_QUOTE_CONTEXT_LENGTH), ''),
  suffix: orElse(atMost(MAX_QUOTE_CONTEXT_LENGTH), ''),
}));

/** An annotation in the list of all (spec 2.16). */
export const AnnotationSummary = record(() => ({
  id: ShortId,
  href: Address,
  text: z.string(),
  created: Instant,
  color: orElse(z.string(), DEFAULT_COLOR),
  note: textOrEmpty(),
  bookmark_id: ShortId,
  bookmark_href: Address,
  bookmark_url: Address,
  bookmark_title: textOrEmpty(),
  bookmark_site_name: textOrEmpty(),
}));
export type AnnotationSummary = z.output<typeof AnnotationSummary>;

/**
 * An annotation of a bookmark (spec 2.16). Selectors are XPath below the article's root. Offsets
 * are Unicode code points from the start of the selected element (protocol.md section 9.1).
 */
export const AnnotationInfo = record(() => ({
  id: ShortId,
  start_selector: z.string(),
  start_offset: count(),
  end_selector: z.string(),
  end_offset: count(),
  created: Instant,
  text: z.string(),
  color: orElse(z.string(), DEFAULT_COLOR),
  note: textOrEmpty(),
  quote: orAbsent(AnnotationQuote),
  /** Only with the extension `annotation_review`. */
  review: orAbsent(z.string()),
}));
export type AnnotationInfo = z.output<typeof AnnotationInfo>;

/** All annotations of a bookmark after a change. */
export const AnnotationUpdated = record(() => ({
  annotations: z.array(AnnotationInfo),
  updated: Instant,
}));
export type AnnotationUpdated = z.output<typeof AnnotationUpdated>;

const REVIEW_FORM = /^(?:\d{4}-\d{2}-\d{2}\/[1-9]\d{0,3}|never\/\d{4}-\d{2}-\d{2})?$/;

/** The last answer in the review: `2026-12-03/2`, `never/2026-12-01`, or empty. */
const review = () =>
  text({ test: { accepts: (sent) => REVIEW_FORM.test(sent), message: messages.invalid } });

export const annotationCreate = form(() => ({
  start_selector: required(text({ max: MAX_SELECTOR_LENGTH })),
  start_offset: required(integer({ min: 0 })),
  end_selector: required(text({ max: MAX_SELECTOR_LENGTH })),
  end_offset: required(integer({ min: 0 })),
  color: required(text({ max: MAX_COLOR_LENGTH })),
  note: text({ max: MAX_NOTE_LENGTH }),
  review: review(),
  quote: object(SentQuote),
}));

const annotationUpdate = form(() => ({
  color: required(text({ max: MAX_COLOR_LENGTH })),
  note: text({ max: MAX_NOTE_LENGTH }),
  review: review(),
}));

const READ_BOOKMARKS = ['api:bookmarks:read'] as const;
const WRITE_BOOKMARKS = ['api:bookmarks:write'] as const;

export const highlights = {
  listAll: route('GET', '/api/bookmarks/annotations', {
    access: READ_BOOKMARKS,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(AnnotationSummary), [...PAGE_HEADERS, 'ETag']), 304: empty() },
  }),
  list: route('GET', '/api/bookmarks/{id}/annotations', {
    access: READ_BOOKMARKS,
    params: { id: ShortId },
    answers: { 200: json(z.array(AnnotationInfo)) },
  }),
  create: route('POST', '/api/bookmarks/{id}/annotations', {
    access: WRITE_BOOKMARKS,
    params: { id: ShortId },
    body: body(annotationCreate),
    answers: { 201: json(AnnotationInfo, ['Location']) },
    errors: { 400: 'message' },
  }),
  update: route('PATCH', '/api/bookmarks/{id}/annotations/{annotationId}', {
    access: WRITE_BOOKMARKS,
    params: { id: ShortId, annotationId: ShortId },
    body: body(annotationUpdate),
    answers: { 200: json(AnnotationUpdated) },
  }),
  delete: route('DELETE', '/api/bookmarks/{id}/annotations/{annotationId}', {
    access: WRITE_BOOKMARKS,
    params: { id: ShortId, annotationId: ShortId },
    answers: { 204: empty() },
  }),
};
