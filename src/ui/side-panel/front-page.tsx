import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { Highlight, HighlightId } from '../../domain/highlight';
import type { Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import { isPlainClick } from '../components/button';
import { HighlightedQuote } from '../highlights/views/highlight-controls';
import { plural, t } from '../strings';
import './front-page.css';

/** The page in the tab beside the side panel, which the entrypoint provides. */
export interface FrontPage {
  /** Calls `listener` when another page may be in front. */
  watch(listener: () => void): () => void;
}

interface FrontPageHighlightsProps {
  readonly library: Promise<Pick<Library, 'part'>>;
  readonly background: Pick<ExtensionBackground, 'describePage' | 'showHighlight'>;
  readonly frontPage: () => Promise<FrontPage>;
  /** Returns the address of a highlight in the reader. */
  readonly readHref: (id: BookmarkId, highlight: HighlightId) => string;
}

/** The saved page in front, with its highlights; null: it is not saved, or not known. */
interface Shown {
  readonly id: BookmarkId;
  readonly highlights: readonly Highlight[];
}

/** The highlights of the page beside the panel. A press scrolls the page to one of them. */
export function FrontPageHighlights(props: FrontPageHighlightsProps): JSX.Element | null {
  const { library, background, frontPage, readHref } = props;
  const shown = useSignal<Shown | null>(null);
  useEffect(() => {
    let isOver = false;
    let latest = 0;
    let stopPage = () => {};
    let stopHighlights = () => {};
    const look = async () => {
      latest += 1;
      const own = latest;
      const isOutdated = () => isOver || own !== latest;
      const state = await background.describePage({ save: false });
      const id = state.ok && state.value.kind === 'saved' ? state.value.bookmarkId : null;
      if (isOutdated() || (id !== null && id === shown.value?.id)) return;
      stopHighlights();
      shown.value = null;
      if (id === null) return;
      const [opened, { highlightRepository }] = await Promise.all([
        library,
        import('../../library'),
      ]);
      if (isOutdated()) return;
      stopHighlights = opened.part(highlightRepository).watch(id, (highlights) => {
        shown.value = { id, highlights };
      });
    };
    void frontPage().then((page) => {
      if (isOver) return;
      stopPage = page.watch(() => void look());
      void look();
    });
    return () => {
      isOver = true;
      stopPage();
      stopHighlights();
    };
  }, [library, background, frontPage, shown]);

  if (shown.value === null || shown.value.highlights.length === 0) return null;
  const { id, highlights } = shown.value;
  return (
    <details class="front-page" open>
      <summary>{plural('highlightsCount', highlights.length)}</summary>
      <ul aria-label={t('frontPageHighlights')}>
        {highlights.map(({ id: highlight, quote, color, note }) => (
          <li key={highlight}>
            <a
              class="stack gap-1"
              href={readHref(id, highlight)}
              title={t('frontPageShow')}
              onClick={(event) => {
                // The page is beside the panel. Another click opens the saved article.
                if (!isPlainClick(event)) return;
                event.preventDefault();
                void background.showHighlight({ id: highlight });
              }}
            >
              <HighlightedQuote color={color}>{quote.exact}</HighlightedQuote>
              {note !== '' && <span class="hint wrap-anywhere">{note}</span>}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
