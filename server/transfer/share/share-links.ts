import { MINUTE_MS, type UnixMs, unixMs } from '../../../src/domain';
import { imageAbove } from '../../../src/formats';
import { hashSecret, newSecret } from '../../account/secrets';
import type { BaseAddress } from '../../http/base-address';
import { renderPage } from '../../pages/page';
import { sharedArticle } from '../../pages/shared-article';
import type { Server } from '../../server';
import type { BookmarkRow, ShareLinkRow } from '../../storage';
import { findArticle } from '../export/exported-items';

/** Of the pages that are kept; a client may have them in two codings besides. */
const MAX_BYTES = 16 * 1024 * 1024;

interface KeptPage {
  /** Shared by all who ask while it is made. */
  readonly made: Promise<Uint8Array>;
  /** 0 while it is made. */
  bytes: number;
}

/** The pages that share links show. Those that were asked for last are kept as they are. */
export class SharedPages {
  readonly #server: Pick<Server, 'storage' | 'articleWork'>;
  /** The one that was asked for last is at the end. */
  readonly #kept = new Map<string, KeptPage>();
  #bytes = 0;

  constructor(server: Pick<Server, 'storage' | 'articleWork'>) {
    this.#server = server;
  }

  /** @throws ArticleWorkFailed */
  pageOf(bookmark: BookmarkRow, expires: UnixMs, base: BaseAddress): Promise<Uint8Array> {
    // Whatever changes the page changes when the bookmark was updated, but for its addresses and its end.
    const key = [bookmark.id, bookmark.updated, expires, base.url('/')].join(' ');
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const page = known ?? { made: this.#make(bookmark, expires, base), bytes: 0 };
    this.#kept.set(key, page);
    if (known === undefined) void this.#keep(key, page);
    return page.made;
  }

  async #make(bookmark: BookmarkRow, expires: UnixMs, base: BaseAddress): Promise<Uint8Array> {
    const { storage, articleWork } = this.#server;
    const found = await findArticle(storage, bookmark, { hasNotes: false, base });
    const lead = imageAbove(found);
    const markup =
      found === null
        ? ''
        : await articleWork.run(bookmark.userId, 'markup', {
            unrendered: found.unrendered,
            // Others would be loaded from elsewhere, which would hear who reads.
            kept: found.images.map(({ src }) => src),
          });
    return Buffer.from(await renderPage(sharedArticle({ base, bookmark, markup, lead, expires })));
  }

  /** Lets those go that were asked for longest ago when all of them are too large. */
  async #keep(key: string, page: KeptPage): Promise<void> {
    try {
      page.bytes = (await page.made).byteLength;
    } catch {
      // Whoever asked hears of it; the next one has another try.
      this.#kept.delete(key);
      return;
    }
    this.#bytes += page.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) return;
      // Somebody waits for it.
      if (bytes === 0) continue;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** A link as it is told to whoever made it, this once. */
interface MadeLink {
  readonly code: string;
  readonly expires: UnixMs;
}

/** Makes a public link to a bookmark. It ends on the minute (protocol.md section 7.8). */
export async function createShareLink(
  { storage, config, now }: Server,
  { key }: Pick<BookmarkRow, 'key'>,
): Promise<MadeLink> {
  const ends = now() + config.shareLifetimeMs;
  const expires = unixMs(Math.round(ends / MINUTE_MS) * MINUTE_MS);
  const code = newSecret();
  await storage.shareLinks.create({ hash: hashSecret(code), bookmarkKey: key, expires });
  return { code, expires };
}

/** What a code of a link leads to. */
export type Shared =
  | { readonly kind: 'bookmark'; readonly bookmark: BookmarkRow; readonly link: ShareLinkRow }
  /** There was such a link. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/** The bookmark that a code of a link leads to, as long as it does. */
export async function findShared({ storage, now }: Server, code: string): Promise<Shared> {
  const link = await storage.shareLinks.find(hashSecret(code));
  if (link === null) return { kind: 'unknown' };
  if (link.expires <= now()) return { kind: 'expired' };
  const bookmark = await storage.bookmarks.findByKey(link.bookmarkKey);
  return bookmark === null ? { kind: 'unknown' } : { kind: 'bookmark', bookmark, link };
}
