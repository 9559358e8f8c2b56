import type { Route } from '../../src/contract';
import type { Config } from '../config/config';
import type { BodyLimits } from './request-body';

type Sizes = Pick<Config, 'maxFormBytes' | 'maxImportBytes' | 'maxPageBytes' | 'uploadDir'>;

/** How much a route takes (protocol.md section 18). */
export function bodyLimitsOf(route: Route, sizes: Sizes): BodyLimits {
  return { folder: sizes.uploadDir, maxBytes: maxBytesOf(route, sizes) };
}

function maxBytesOf({ tag, body }: Route, sizes: Sizes): number {
  if (tag === 'bookmark import') return sizes.maxImportBytes;
  const hasPage = Object.values(body?.form ?? {}).some(({ type }) => type.startsWith('file'));
  return hasPage ? sizes.maxPageBytes : sizes.maxFormBytes;
}
