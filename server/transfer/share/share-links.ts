import type { ShareLifetime } from '../../../src/contract';
import { DAY_MS, MINUTE_MS, type UnixMs, unixMs } from '../../../src/domain/time';
import { imageAbove } from '../../../src/formats';
import { hashSecret, newSecret } from '../../account/secrets';
import { type BaseAddress, baseAt } from '../../http/base-address';
import { renderPage } from '../../pages/page';
import { sharedArticle } from '../../pages/shared-article';
import type { Server } from '../../server';
import type { BookmarkRow, ShareLinkRow, TokenRow } from '../../storage';
import { findArticle } from '../export/exported-items';

/** The total size of the cached pages, without their compressed forms. */
const MAX_PAGE_CACHE_BYTES = 16 * 1024 * 1024;

interface CachedPage {
  /** All requests that arrive while the page is made share this promise. */
  readonly made: Promise<Uint8Array>;
  /** The size of the page; 0 while it is made. */
  bytes: number;
}

/** Makes the pages for share links and caches the most recently used. */
export class SharedPages {
  readonly #server: Pick<Server, 'storage' | 'articleWork'>;
  /** The pages in the order of their last use, oldest first. */
  readonly #cache = new Map<string, CachedPage>();
  #bytes = 0;

  constructor(server: Pick<Server, 'storage' | 'articleWork'>) {
    this.#server = server;
  }

  /**
   * Returns the HTML of the page for a bookmark. It names no host, because anybody may ask for it, as any
   * host: it is made once.
   * @throws ArticleWorkFailed
   */
  pageOf(
    bookmark: BookmarkRow,
    expires: UnixMs | null,
    { prefix }: Pick<BaseAddress, 'prefix'>,
    code: string,
  ): Promise<Uint8Array> {
    // The page depends on nothing else: every change of its content changes `updated`.
    const key = [bookmark.id, bookmark.updated, expires, code].join(' ');
    const known = this.#cache.get(key);
    this.#cache.delete(key);
    const page = known ?? {
      made: this.#make(bookmark, expires, baseAt('', prefix), code),
      bytes: 0,
    };
    this.#cache.set(key, page);
    if (known === undefined) void this.#limitCache(key, page);
    return page.made;
  }

  async #make(
    bookmark: BookmarkRow,
    expires: UnixMs | null,
    base: BaseAddress,
    code: string,
  ): Promise<Uint8Array> {
    const { storage, articleWork } = this.#server;
    const found = await findArticle(storage, bookmark, { hasNotes: false, base });
    const lead = imageAbove(found);
    const markup =
      found === null
        ? ''
        : await articleWork.run(bookmark.userId, 'markup', {
            unrendered: found.unrendered,
            // Other images are on other servers, which would learn who reads the page.
            allowedImages: found.images.map(({ src }) => src),
          });
    const page = await renderPage(sharedArticle({ base, bookmark, markup, lead, expires }));
    // The public addresses of the pictures would work after the link has ended.
    const { id } = bookmark;
    const shown = base.url(`/bm/${id.slice(0, 2)}/${id}/`);
    return Buffer.from(page.replaceAll(shown, base.url(`/@b/${code}/`)));
  }

  /** Waits for a new page, and removes the least recently used pages until all fit into the limit. */
  async #limitCache(key: string, page: CachedPage): Promise<void> {
    try {
      page.bytes = (await page.made).byteLength;
    } catch {
      // The caller of `pageOf` gets the error. The next request makes the page again.
      this.#cache.delete(key);
      return;
    }
    this.#bytes += page.bytes;
    for (const [oldest, { bytes }] of this.#cache) {
      if (this.#bytes <= MAX_PAGE_CACHE_BYTES) return;
      // The page is still being made.
      if (bytes === 0) continue;
      this.#cache.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** A new link. The code is not stored, so it can be shown only once. */
interface NewShareLink {
  readonly code: string;
  readonly expires: UnixMs | null;
}

const LIFETIMES_MS = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  never: null,
} as const satisfies Record<ShareLifetime, number | null>;

interface ShareLinkRequest {
  readonly bookmark: Pick<BookmarkRow, 'key'>;
  /** The token of the request, with which the link ends. */
  readonly token: Pick<TokenRow, 'id'>;
  /** The configured one if it is missing. */
  readonly lifetime?: ShareLifetime | undefined;
}

/** Creates a public link to a bookmark. It expires on a full minute (protocol.md section 7.8). */
export async function createShareLink(
  { storage, config, now }: Server,
  { bookmark, token, lifetime }: ShareLinkRequest,
): Promise<NewShareLink> {
  const ms = lifetime === undefined ? config.shareLifetimeMs : LIFETIMES_MS[lifetime];
  const expires = ms === null ? null : unixMs(Math.round((now() + ms) / MINUTE_MS) * MINUTE_MS);
  const code = newSecret();
  await storage.shareLinks.create({
    hash: hashSecret(code),
    bookmarkKey: bookmark.key,
    tokenId: token.id,
    expires,
  });
  return { code, expires };
}

/** The result of looking up the code of a link. */
export type Shared =
  | { readonly kind: 'bookmark'; readonly bookmark: BookmarkRow; readonly link: ShareLinkRow }
  /** The link existed and has expired. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/** Finds the bookmark of a share link by the code in its address. */
export async function findShared({ storage, now }: Server, code: string): Promise<Shared> {
  const link = await storage.shareLinks.find(hashSecret(code));
  if (link === null) return { kind: 'unknown' };
  if (link.expires !== null && link.expires <= now()) return { kind: 'expired' };
  const bookmark = await storage.bookmarks.findByKey(link.bookmarkKey);
  if (bookmark === null) return { kind: 'unknown' };
  const owner = await storage.users.find(bookmark.userId);
  return owner?.isEnabled ? { kind: 'bookmark', bookmark, link } : { kind: 'unknown' };
}
