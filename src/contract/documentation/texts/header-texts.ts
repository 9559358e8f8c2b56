import type { RequestHeader, ResponseHeader } from '../../route/headers';

export const requestHeaderTexts: Readonly<Record<RequestHeader, string>> = {
  Accept: 'Media types that the client takes.',
  'If-None-Match': 'The ETag of an earlier answer; 304 when it is still good.',
  'If-Modified-Since': 'The Last-Modified of an earlier answer; 304 when nothing changed.',
  'Idempotency-Key':
    'With the feature `idempotency`: a repeat with the same key within 24 hours gives the first answer again.',
  'Last-Event-ID': 'The id of the last event that came.',
};

export const responseHeaderTexts: Readonly<Record<ResponseHeader, string>> = {
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
};
