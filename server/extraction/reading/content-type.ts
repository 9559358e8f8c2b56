import { parseParameterHeader } from '../../../src/contract';

/** What is made of a page, by its type (protocol.md section 7.2). */
export type PageKind = 'html' | 'xml' | 'text' | 'image' | 'video' | 'other';

const KINDS: Readonly<Record<string, PageKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xml',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/plain': 'text',
};

/** The kind of a `Content-Type`; one that is not said is a page, as browsers guess. */
export function pageKind(contentType: string): PageKind {
  const type = parseParameterHeader(contentType).value.trim().toLowerCase();
  if (type === '') return 'html';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  return Object.hasOwn(KINDS, type) ? (KINDS[type] ?? 'other') : 'other';
}
