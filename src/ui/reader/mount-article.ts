import type { Article, Bookmark } from '../../domain';
import type { AssetRepository, Dispose } from '../../library';
import { buildArticle } from './article-body';
import { createArticleImages } from './article-images';
import { drawPlaceholder } from './image-placeholder';
import { findTarget, inPageFragment } from './in-page-links';
import { keepPlace, type PlaceKeeper, type PlaceKeeperOptions } from './place-keeper';
import { makeScrollersFocusable } from './scrollers';

export interface MountArticleOptions
  extends Pick<PlaceKeeperOptions, 'viewport' | 'save' | 'onProgress'> {
  readonly article: Article;
  readonly bookmark: Pick<Bookmark, 'url' | 'readAnchor' | 'readProgress'>;
  readonly assets: Pick<AssetRepository, 'getMany'>;
  onKeepImages(): void;
}

export interface MountedArticle {
  /** Shows the images that have come since, or gone. */
  updateImages(images: Article['images']): Promise<void>;
  dispose: Dispose;
}

/** Images that are loaded at a time; an article may have 300. */
const IMAGES_TOGETHER = 20;

/**
 * Shows an article in `root`, at the place where it was left, and keeps the place up to date until
 * it is disposed of. The first images are loaded before the text is shown, and space is reserved for the
 * others, so that nothing moves.
 */
export function mountArticle(root: HTMLElement, options: MountArticleOptions): MountedArticle {
  const { article, bookmark, viewport } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const body = buildArticle(article.html, bookmark.url);
  const images = createArticleImages(body, (image) => drawPlaceholder(image, options.onKeepImages));
  let keeper: PlaceKeeper | null = null;
  let wanted: Article['images'] | null = null;
  const resized = new ResizeObserver(() => {
    makeScrollersFocusable(root);
    keeper?.hold();
  });

  async function updateImages(next: Article['images']): Promise<void> {
    if (next === wanted) return;
    wanted = next;
    const kept = next.flatMap(({ hash }) => (hash && !images.has(hash) ? [hash] : []));
    const hashes = [...new Set(kept)];
    for (let at = 0; at === 0 || at < hashes.length; at += IMAGES_TOGETHER) {
      const blobs = await options.assets.getMany(hashes.slice(at, at + IMAGES_TOGETHER));
      if (signal.aborted || wanted !== next) return;
      images.update(next, blobs, at + IMAGES_TOGETHER >= hashes.length);
      show();
    }
  }

  function show(): void {
    if (keeper !== null) return;
    root.replaceChildren(body);
    keeper = keepPlace({
      ...options,
      root,
      start: { anchor: bookmark.readAnchor, progress: bookmark.readProgress },
    });
    resized.observe(root);
    // What stands above the text may grow, too: the lead image comes when it is read.
    if (root.parentElement) resized.observe(root.parentElement);
  }

  followLinksInPlace(
    root,
    bookmark.url,
    (target) => {
      viewport.scrollBy(target.getBoundingClientRect().top - viewport.screen().top);
    },
    signal,
  );
  // A popup may be closed, a tab put away: then there is no later.
  addEventListener('pagehide', () => keeper?.pause(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? keeper?.pause() : keeper?.resume()),
    { signal },
  );
  void updateImages(article.images);

  return {
    updateImages,
    dispose() {
      stopped.abort();
      resized.disconnect();
      keeper?.dispose();
      images.dispose();
      root.replaceChildren();
    },
  };
}

/** Footnotes and their way back: a link that stays in the article moves the reader, and the focus. */
function followLinksInPlace(
  root: HTMLElement,
  pageUrl: string,
  show: (target: HTMLElement) => void,
  signal: AbortSignal,
): void {
  root.addEventListener(
    'click',
    (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const fragment = link && inPageFragment(link, pageUrl);
      if (fragment === null) return;
      event.preventDefault();
      const target = findTarget(root, fragment);
      if (!target) return;
      target.closest('details')?.setAttribute('open', '');
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
      show(target);
    },
    { signal },
  );
}
