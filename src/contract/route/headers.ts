/** Headers that routes read. */
export type RequestHeader =
  | 'Accept'
  | 'If-None-Match'
  | 'If-Modified-Since'
  | 'Idempotency-Key'
  | 'Last-Event-ID';

/** Headers that routes send besides those that every answer has. */
export type ResponseHeader =
  | 'Location'
  | 'Bookmark-Id'
  | 'Link'
  | 'ETag'
  | 'Last-Modified'
  | 'Total-Count'
  | 'Total-Pages'
  | 'Current-Page'
  | 'Content-Disposition'
  | 'Cache-Control'
  | 'Retry-After'
  | 'Refresh'
  | 'Readeck-Original';

/** What a paginated list says of itself. */
export const PAGE_HEADERS = ['Total-Count', 'Total-Pages', 'Current-Page', 'Link'] as const;
/** What a change of one bookmark says of it. */
export const BOOKMARK_HEADERS = ['Location', 'Bookmark-Id', 'Link'] as const;
export const VALIDATORS = ['ETag', 'Last-Modified'] as const;
export const CONDITIONS = ['If-None-Match', 'If-Modified-Since'] as const;

/** The key that makes a repeated create safe is kept for a day. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000; // protocol.md section 18
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
