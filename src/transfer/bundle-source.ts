import type { AddressOnlyReason } from '../domain/address-only';
import type { ArticleImage } from '../domain/article';
import type { BookmarkId } from '../domain/bookmark';
import { BUNDLE_PAGE, type BundleItem, type BundleSettings, type BundleSource } from '../formats';
import type { TransferRepository, TransferredArticle, TransferredBookmark } from '../library';

/**
 * Reads a library for a bundle.
 *
 * @param ids the bookmarks of a selection; null for the whole library
 * @param settings the person's settings, without accounts and secrets
 */
export function bundleSource(
  transfers: TransferRepository,
  ids: readonly BookmarkId[] | null,
  settings: BundleSettings,
): BundleSource {
  return {
    async *pages() {
      for await (const { bookmarks, highlights } of transfers.exportPages(ids, BUNDLE_PAGE)) {
        yield { items: bookmarks.map((bookmark) => toItem(transfers, bookmark)), highlights };
      }
    },
    loadImage: (hash) => transfers.readImage(hash),
    async loadExtras() {
      if (ids !== null) return null;
      const { labelColors, retention, readingDays, ...lists } = await transfers.readExtras();
      const labels = Object.entries(labelColors).map(([label, color]) => ({ label, color }));
      return { ...lists, labels, library: { retention, readingDays }, settings };
    },
  };
}

function toItem(transfers: TransferRepository, bookmark: TransferredBookmark): BundleItem {
  const { content, serverId, urlKey, site, ...rest } = bookmark;
  const addressOnly = content.kind === 'address' ? portable(content.reason) : null;
  return {
    bookmark: { ...rest, addressOnly },
    async loadArticle() {
      const article = content.kind === 'article' ? await transfers.readArticle(bookmark.id) : null;
      return article && portableArticle(article);
    },
  };
}

/** Another library cannot fetch what is on the server of this one. */
const portable = (reason: AddressOnlyReason): AddressOnlyReason =>
  reason === 'on-server' ? 'not-included' : reason;

function portableArticle({ bookmarkId, images, ...rest }: TransferredArticle) {
  return { ...rest, images: images.map(settled) };
}

/** An image that was on its way to this library does not come to another one. */
const settled = (image: ArticleImage): ArticleImage =>
  image.hash === null && image.reason === 'pending' ? { ...image, reason: 'not-readable' } : image;
