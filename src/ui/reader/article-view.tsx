import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Article } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { AssetRepository } from '../../library';
import { painted } from '../components/timers';
import { buildArticle, findTarget, inPageFragment } from './article-body';
import { createArticleImages, drawPlaceholder } from './article-images';
import { type PlaceTracker, type PlaceTrackerOptions, trackPlace } from './place-tracker';

interface ArticleViewProps extends Omit<MountArticleOptions, 'article' | 'bookmark'> {
  readonly article: Article;
  readonly bookmark: Bookmark;
}

/** In characters. A longer text is laid out as it comes into view (reader.css). */
const LONG_TEXT_LENGTH = 500_000;

/**
 * Shows the article's text. It is built once, and images that arrive later are put in their places.
 */
export function ArticleView(props: ArticleViewProps): JSX.Element {
  const { article, bookmark } = props;
  const root = useRef<HTMLDivElement>(null);
  const mounted = useRef<ReturnType<typeof mountArticle> | null>(null);
  const latest = useRef(props);
  latest.current = props;

  // Only for another text: storing a place or an image must not build the article again.
  useLayoutEffect(() => {
    if (!root.current) return;
    const article = mountArticle(root.current, latest.current);
    mounted.current = article;
    return () => article.dispose();
  }, [article.html, bookmark.id]);

  useEffect(() => {
    void mounted.current?.updateImages(article.images);
  }, [article.images]);

  return <div class="article" data-long={article.textLength > LONG_TEXT_LENGTH} ref={root} />;
}

/** An article that is shown. */
export interface ShownText {
  readonly root: HTMLElement;
  /** Takes the place of a voice for the reading position (`PlaceTracker`). */
  readonly hear: PlaceTracker['hear'];
}

interface MountArticleOptions
  extends Pick<PlaceTrackerOptions, 'viewport' | 'save' | 'onProgress'> {
  readonly article: Article;
  readonly bookmark: Pick<Bookmark, 'url' | 'readAnchor' | 'readProgress'>;
  readonly assets: Pick<AssetRepository, 'getMany'>;
  /** Absent in the web app. */
  readonly onKeepImages?: (() => void) | undefined;
  /** Called when the text has been painted; with null when it is removed. */
  onText(text: ShownText | null): void;
}

/** The number of images that are loaded at a time. An article may have 300. */
const IMAGES_TOGETHER = 20;

/**
 * Shows an article in `root` at the place where the user left it, and tracks the place until it is
 * disposed of. The text does not wait for its images. Space is reserved for those whose size is known, and
 * the place is kept when another one arrives.
 */
function mountArticle(root: HTMLElement, options: MountArticleOptions) {
  const { article, bookmark, viewport } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const body = buildArticle(article.html, bookmark.url);
  const images = createArticleImages(body, (image) => drawPlaceholder(image, options.onKeepImages));
  let tracker: PlaceTracker | null = null;
  let wanted: Article['images'] | null = null;
  const resized = new ResizeObserver(() => {
    makeScrollersFocusable(root);
    tracker?.reposition();
  });

  /** Shows the images that were added since, and removes those that are gone. */
  async function updateImages(next: Article['images']): Promise<void> {
    if (next === wanted) return;
    wanted = next;
    const kept = next.flatMap(({ hash }) => (hash && !images.has(hash) ? [hash] : []));
    const hashes = [...new Set(kept)];
    images.update(next, new Map(), hashes.length === 0);
    show();
    for (let at = 0; at < hashes.length; at += IMAGES_TOGETHER) {
      const blobs = await options.assets.getMany(hashes.slice(at, at + IMAGES_TOGETHER));
      if (signal.aborted || wanted !== next) return;
      images.update(next, blobs, at + IMAGES_TOGETHER >= hashes.length);
    }
  }

  function show(): void {
    if (tracker !== null) return;
    root.replaceChildren(body);
    const hear: PlaceTracker['hear'] = (block) => tracker?.hear(block);
    void painted().then(() => !signal.aborted && options.onText({ root, hear }));
    tracker = trackPlace({
      ...options,
      root,
      start: { anchor: bookmark.readAnchor, progress: bookmark.readProgress },
    });
    resized.observe(root);
    // The content above the text may grow as well, when the lead image is loaded.
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
  // The page may not run again after it is hidden.
  addEventListener('pagehide', () => tracker?.pause(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? tracker?.pause() : tracker?.resume()),
    { signal },
  );
  void updateImages(article.images);

  return {
    updateImages,
    dispose() {
      stopped.abort();
      resized.disconnect();
      tracker?.dispose();
      images.dispose();
      options.onText(null);
      root.replaceChildren();
    },
  };
}

/** Scrolls to the target of a link within the article, such as a footnote, and focuses it. */
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

/** Elements that scroll horizontally when they are wider than the column. */
const SCROLLERS = 'pre, table, math[display="block"]';

/**
 * Adds elements that can scroll horizontally to the tab order, so that the arrow keys reach them.
 */
function makeScrollersFocusable(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>(SCROLLERS)) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}
