import { parseParameterHeader } from '../../../src/contract';

/** The kinds of pages, which are handled differently (protocol.md section 7.2). */
export type PageKind = 'html' | 'xml' | 'text' | 'markdown' | 'pdf' | 'image' | 'video' | 'other';

const PAGE_KINDS_BY_TYPE: Readonly<Record<string, PageKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xml',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
};

/** Returns the kind for a `Content-Type`. Without a type it is HTML, as in browsers. */
export function pageKind(contentType: string): PageKind {
  const type = parseParameterHeader(contentType).value.trim().toLowerCase();
  if (type === '') return 'html';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  return Object.hasOwn(PAGE_KINDS_BY_TYPE, type) ? (PAGE_KINDS_BY_TYPE[type] ?? 'other') : 'other';
}
