import { formatLink } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import { bookmarkAddress, bookmarkPageAddress } from './addresses';

/** What every answer about one bookmark says of it: its id, and its page for people. */
export const bookmarkHeaders = (base: BaseAddress, id: string) => ({
  'Bookmark-Id': id,
  Link: formatLink({ url: bookmarkPageAddress(base, id), rel: 'alternate', type: 'text/html' }),
});

/** What the answer to a change says besides: where the bookmark is. */
export const changedHeaders = (base: BaseAddress, id: string) => ({
  Location: bookmarkAddress(base, id),
  ...bookmarkHeaders(base, id),
});
