import { formatLink } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';

/** Returns the address of a bookmark in the API (`href`). */
export const bookmarkAddress = (base: BaseAddress, id: string): string =>
  base.url(`/api/bookmarks/${id}`);

/** Returns the address of the page that shows a bookmark. */
const bookmarkPageAddress = (base: BaseAddress, id: string): string => base.url(`/bookmarks/${id}`);

/** Returns the public address of a bookmark's icon, image or thumbnail. */
export const imageAddress = (base: BaseAddress, id: string, name: string): string =>
  mediaAddress(base, id, 'img', name);

/** Returns the public address of an image inside an article. */
export const resourceAddress = (base: BaseAddress, id: string, name: string): string =>
  mediaAddress(base, id, '_resources', name);

const mediaAddress = (base: BaseAddress, id: string, folder: string, name: string): string =>
  base.url(`/bm/${id.slice(0, 2)}/${id}/${folder}/${encodeURIComponent(name)}`);

/** The headers of every response about one bookmark: its id and its page. */
export const bookmarkHeaders = (base: BaseAddress, id: string) => ({
  'Bookmark-Id': id,
  Link: formatLink({ url: bookmarkPageAddress(base, id), rel: 'alternate', type: 'text/html' }),
});

/** The headers of a response to a change, which also has the bookmark's address. */
export const changedHeaders = (base: BaseAddress, id: string) => ({
  Location: bookmarkAddress(base, id),
  ...bookmarkHeaders(base, id),
});
