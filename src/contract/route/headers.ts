/** Request headers that routes read, with their descriptions for the documents. */
export const REQUEST_HEADERS = {
  Accept: 'Media types that the client accepts.',
  'If-None-Match': 'The `ETag` of an earlier response; 304 if it is still valid.',
  'If-Modified-Since': 'The `Last-Modified` of an earlier response; 304 if nothing changed.',
  'Idempotency-Key':
    'With the feature `idempotency`, a repeated request with the same key within 24 hours returns the first response again. If its bookmark was deleted since, a new one is created.',
  'Idempotency-Repeat':
    '`1` if this client has sent the same request before, without a response. The first response is then returned even if its bookmark was deleted since.',
  'Last-Event-ID': 'The id of the last event that was received.',
} as const;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Response headers that only some routes send, with their descriptions for the documents. */
export const RESPONSE_HEADERS = {
  Location: 'Address of the created or changed resource, or of the next page.',
  'Bookmark-Id': 'Id of the bookmark.',
  Link: 'Related addresses (RFC 8288). Links to pages of a list are left out above 4 KB.',
  ETag: 'Strong entity tag of this response, quoted.',
  'Last-Modified': 'Time of the last change.',
  'Total-Count': 'Number of items on all pages.',
  'Total-Pages': 'Number of pages.',
  'Current-Page': 'Number of this page, from 1.',
  'Content-Disposition': 'File name. Markdown has none, because it is sent as text.',
  'Cache-Control': 'How long the response may be cached.',
  'Retry-After': 'Number of seconds to wait.',
  Refresh: 'Number of seconds after which the page reloads.',
  'Readeck-Original': 'Address of the bookmarked page.',
} as const;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** The headers of a paginated list. */
export const PAGE_HEADERS = ['Total-Count', 'Total-Pages', 'Current-Page', 'Link'] as const;
/** The headers of a response to a change of one bookmark. */
export const BOOKMARK_HEADERS = ['Location', 'Bookmark-Id', 'Link'] as const;
export const VALIDATORS = ['ETag', 'Last-Modified'] as const;
export const CONDITIONS = ['If-None-Match', 'If-Modified-Since'] as const;

/**
 * The time for which a key is stored. A repeated create with the same key returns the first
 * response.
 */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000; // protocol.md section 18
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
