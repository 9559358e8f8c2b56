/** Headers that routes read, with their descriptions for the documents. */
export const REQUEST_HEADERS = {
  Accept: 'Media types that the client takes.',
  'If-None-Match': 'The ETag of an earlier answer; 304 when it is still good.',
  'If-Modified-Since': 'The Last-Modified of an earlier answer; 304 when nothing changed.',
  'Idempotency-Key':
    'With the feature `idempotency`: a repeat with the same key within 24 hours gives the first answer again.',
  'Last-Event-ID': 'The id of the last event that came.',
} as const;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Headers that routes send besides those of every answer, with their descriptions. */
export const RESPONSE_HEADERS = {
  Location: 'Address of what was made or changed, or of the page to go to.',
  'Bookmark-Id': 'Id of the bookmark.',
  Link: 'Related addresses (RFC 8288).',
  ETag: 'Tag of this answer, quoted, strong.',
  'Last-Modified': 'When it last changed.',
  'Total-Count': 'How many there are on all pages.',
  'Total-Pages': 'How many pages there are.',
  'Current-Page': 'Which page this is, from 1.',
  'Content-Disposition': 'Name of the file. Markdown has none: it is sent as a text.',
  'Cache-Control': 'How long it may be kept.',
  'Retry-After': 'Seconds to wait.',
  Refresh: 'Seconds after which the page loads anew.',
  'Readeck-Original': 'Address of the page that the bookmark is of.',
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** What a paginated list says of itself. */
export const PAGE_HEADERS = ['Total-Count', 'Total-Pages', 'Current-Page', 'Link'] as const;
/** What a change of one bookmark says of it. */
export const BOOKMARK_HEADERS = ['Location', 'Bookmark-Id', 'Link'] as const;
export const VALIDATORS = ['ETag', 'Last-Modified'] as const;
export const CONDITIONS = ['If-None-Match', 'If-Modified-Since'] as const;

/** The key that makes a repeated create safe is kept for a day. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000; // protocol.md section 18
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
