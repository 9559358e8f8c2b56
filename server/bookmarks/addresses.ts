import { formatLink } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
/** The bookmark in the API (`href`). */
export const bookmarkAddress = (base: BaseAddress, id: string): string =>
  base.url(`/api/bookmarks/${id}`);

/** The bookmark for people, whatever page shows it. */
export const bookmarkPageAddress = (base: BaseAddress, id: string): string =>
  base.url(`/bookmarks/${id}`);

/** The icon, image or thumbnail of a bookmark: public, so that pages can show it. */
export const imageAddress = (base: BaseAddress, id: string, name: string): string =>
  mediaAddress(base, id, 'img', name);

/** An image inside an article: public, too. */
export const resourceAddress = (base: BaseAddress, id: string, name: string): string =>
  mediaAddress(base, id, '_resources', name);

const mediaAddress = (base: BaseAddress, id: string, folder: string, name: string): string =>
  base.url(`/bm/${id.slice(0, 2)}/${id}/${folder}/${encodeURIComponent(name)}`);

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
