import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { highlightLists, highlightRepository, type Library } from '../../library';
import type { LabelCount } from '../../library/repository';
import type { Background } from '../background';
import { formatNumber, t } from '../strings';
import { DetachedView } from './detached-view';
import { createDoubtStore, type DoubtStore } from './doubt-store';
import { HighlightListView } from './highlight-list-view';
import { createHighlightView, type HighlightView } from './highlight-view-store';
import type { HighlightListProps } from './list-keys';
import './highlights-page.css';

interface HighlightsPageProps extends HighlightListProps {
  readonly library: Promise<Library>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly labels: readonly LabelCount[];
  /** True for the highlights without a certain place, false for all. */
  readonly isDetached: boolean;
  /** Returns the address of one of the two lists. */
  readonly hrefOf: (isDetached: boolean) => string;
}

interface Stores {
  readonly all: HighlightView;
  readonly doubt: DoubtStore;
}

/** The highlights of the whole library: all of them, and those without a certain place. */
export function HighlightsPage(props: HighlightsPageProps): JSX.Element | null {
  const { library, background, tools, isDetached, hrefOf } = props;
  const stores = useStores(library, background, tools);
  if (stores.value === null) return null;
  const { all, doubt } = stores.value;
  return (
    <>
      <nav class="highlights-tabs view-nav" aria-label={t('highlightsTitle')}>
        <a href={hrefOf(false)} aria-current={isDetached ? undefined : 'page'}>
          {t('highlightsAll')}
        </a>
        <a href={hrefOf(true)} aria-current={isDetached ? 'page' : undefined}>
          <DetachedName doubt={doubt} />
        </a>
      </nav>
      {isDetached ? (
        <DetachedView store={doubt} {...props} />
      ) : (
        <HighlightListView view={all} {...props} />
      )}
    </>
  );
}

function DetachedName({ doubt }: Pick<Stores, 'doubt'>): JSX.Element {
  const found = doubt.found.value;
  if (found === null || found.rows.length === 0) return <>{t('highlightsInDoubt')}</>;
  const more = found.hasMore ? '+' : '';
  return <>{t('highlightsInDoubtCount', `${formatNumber(found.rows.length)}${more}`)}</>;
}

function useStores(
  library: Promise<Library>,
  background: Pick<Background, 'libraryChanged'>,
  { toasts }: HighlightListProps['tools'],
): ReadonlySignal<Stores | null> {
  const stores = useSignal<Stores | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const deps = {
        lists: opened.part(highlightLists),
        highlights: opened.part(highlightRepository),
        articles: opened.articles,
        toasts,
        onWritten: () => void background.libraryChanged(),
      };
      const made = { all: createHighlightView(deps), doubt: createDoubtStore(deps) };
      left.signal.addEventListener('abort', () => {
        made.all.dispose();
        made.doubt.dispose();
      });
      stores.value = made;
    });
    return () => left.abort();
  }, [library, background, toasts, stores]);
  return stores;
}
