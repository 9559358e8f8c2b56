import { formatLink } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import { bookmarkAddress, bookmarkPageAddress } from './addresses';

/** The headers of every answer about one bookmark: its id and its page. */
export const bookmarkHeaders = (base: BaseAddress, id: string) => ({
  'Bookmark-Id': id,
  Link: formatLink({ url: bookmarkPageAddress(base, id), rel: 'alternate', type: 'text/html' }),
});

/** The additional header of an answer to a change: the bookmark's address. */
export const changedHeaders = (base: BaseAddress, id: string) => ({
  Location: bookmarkAddress(base, id),
  ...bookmarkHeaders(base, id),
});
