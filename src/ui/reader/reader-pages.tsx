import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Article } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { OriginalFile } from '../../domain/original-file';
import type { AssetRepository } from '../../library';
import { deferred } from '../components/deferred';
import type { PaintedText } from '../highlights/store/painted-text';
import { paintPages } from '../pdf/paint-pages';
import type { PdfDocument } from '../pdf/pdf-document';
import type { OpenedPages } from '../pdf/pdf-view';
import { buildArticle } from './article-body';
import { pdfPlaces } from './pdf-places';
import { isSameReadingPlace, type ReadingPlace } from './reading-place';

const PdfView = deferred(async () => (await import('../pdf/pdf-view')).PdfView);

/** The pages that are shown. */
export interface ShownPages {
  readonly document: PdfDocument;
  readonly text: PaintedText;
  /** Scrolls the pages by so many CSS pixels. */
  readonly scrollBy: (px: number) => void;
}

interface ReaderPagesProps {
  readonly bookmark: Bookmark;
  readonly article: Article;
  readonly original: OriginalFile;
  readonly assets: AssetRepository;
  readonly savePlace: (place: ReadingPlace) => Promise<void>;
  readonly onProgress: (percent: number) => void;
  /** Called with each place, also before it is stored. */
  readonly onPlace: (place: ReadingPlace) => void;
  /** Gets the document that is shown, and its text with highlights; null when it is closed. */
  readonly onOpen: (pages: ShownPages | null) => void;
}

/** The pages of a document instead of its text. A place that is reached in one is found in the other. */
export function ReaderPages(props: ReaderPagesProps): JSX.Element {
  const { bookmark, article, original, assets } = props;
  const text = useMemo(() => {
    const root = document.createElement('div');
    root.append(buildArticle(article.html, bookmark.url));
    return root;
  }, [article.html, bookmark.url]);
  const places = useMemo(() => pdfPlaces(text), [text]);
  const keeper = useMemo(() => createPlaceKeeper(props.savePlace), [props.savePlace]);
  useEffect(() => {
    addEventListener('pagehide', keeper.write);
    return () => {
      removeEventListener('pagehide', keeper.write);
      keeper.write();
    };
  }, [keeper]);
  return (
    <PdfView
      title={bookmark.title}
      original={original}
      assets={assets}
      start={() => places.onPage(bookmark.readAnchor)}
      onPlace={(place, progress) => {
        props.onProgress(progress);
        const seen = places.inText(place, progress);
        props.onPlace(seen);
        keeper.seen(seen);
      }}
      onOpen={(opened) => props.onOpen(opened && shownPages(opened, text))}
    />
  );
}

function shownPages({ document, container }: OpenedPages, text: HTMLElement): ShownPages {
  const { onDrawn, showPage } = document;
  return {
    document,
    text: paintPages({ container, text, onDrawn, showPage }),
    scrollBy: (px) => container.scrollBy({ top: px }),
  };
}

/** A place is stored when a person has stopped scrolling. */
const PAGES_REST_MS = 1000;

/** Stores the places that a person reaches. The one at which the pages are opened is stored already. */
function createPlaceKeeper(save: (place: ReadingPlace) => Promise<void>) {
  let kept: ReadingPlace | null = null;
  let next: ReadingPlace | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    if (next !== null && kept !== null && !isSameReadingPlace(next, kept)) {
      kept = next;
      void save(next);
    }
  };
  return {
    write,
    seen(place: ReadingPlace) {
      kept ??= place;
      next = place;
      clearTimeout(timer);
      timer = setTimeout(write, PAGES_REST_MS);
    },
  };
}
