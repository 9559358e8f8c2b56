import type { Route } from '../../src/contract';
import type { Config } from '../config/config';
import type { BodyLimits } from './request-body';

type Sizes = Pick<Config, 'maxFormBytes' | 'maxImportBytes' | 'maxPageBytes' | 'uploadDir'>;

/** The limit for requests without an account and for forms of pages, which are typed by hand. */
export const MAX_OPEN_BYTES = 64 * 1024;

/** Returns the limits for bodies of a route (protocol.md section 18). */
export function bodyLimitsOf(route: Route, sizes: Sizes): BodyLimits {
  const maxBytes = maxBytesOf(route, sizes);
  const maxTextBytes = Math.min(maxBytes, sizes.maxFormBytes);
  return { folder: sizes.uploadDir, maxBytes, maxTextBytes };
}

function maxBytesOf({ tag, access, body }: Route, sizes: Sizes): number {
  if (access === 'public') return Math.min(MAX_OPEN_BYTES, sizes.maxFormBytes);
  if (tag === 'bookmark import') return sizes.maxImportBytes;
  const hasPage = Object.values(body?.form ?? {}).some(({ type }) => type.startsWith('file'));
  return hasPage ? sizes.maxPageBytes : sizes.maxFormBytes;
}
