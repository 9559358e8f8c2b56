import type { JSX } from 'preact';
import type { LabelCount } from '../../../library';
import { highlightLists, highlightRepository, type Library } from '../../../library';
import type { Background } from '../../../messages/background-client';
import { useStore } from '../../components/use-store';
import { formatNumber, t } from '../../strings';
import { DetachedView } from './detached-view';
import { createDoubtStore, type DoubtStore } from './doubt-store';
import { ChosenActions, HighlightListView } from './highlight-list-view';
import { createHighlightView } from './highlight-view-store';
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

/** The highlights of the whole library: all of them, and those without a certain place. */
export function HighlightsPage(props: HighlightsPageProps): JSX.Element | null {
  const { library, background, tools, isDetached, hrefOf } = props;
  const { toasts } = tools;
  const stores = useStore(
    () => library,
    (opened) => createStores(opened, toasts, () => void background.libraryChanged()),
    [library, background, toasts],
  );
  if (stores === null) return null;
  const { all, doubt } = stores;
  return (
    <>
      <div class="highlights-top">
        <nav class="highlights-tabs view-nav" aria-label={t('highlightsTitle')}>
          <a href={hrefOf(false)} aria-current={isDetached ? undefined : 'page'}>
            {t('highlightsAll')}
          </a>
          <a href={hrefOf(true)} aria-current={isDetached ? 'page' : undefined}>
            <DetachedName doubt={doubt} />
          </a>
        </nav>
        {!isDetached && <ChosenActions view={all} />}
      </div>
      {isDetached ? (
        <DetachedView store={doubt} {...props} />
      ) : (
        <HighlightListView view={all} {...props} />
      )}
    </>
  );
}

function createStores(
  library: Library,
  toasts: HighlightListProps['tools']['toasts'],
  onWritten: () => void,
) {
  const lists = library.part(highlightLists);
  const highlights = library.part(highlightRepository);
  const all = createHighlightView({ lists, highlights, toasts, onWritten });
  const { articles } = library;
  const doubt = createDoubtStore({ lists, highlights, articles, toasts, onWritten });
  return {
    all,
    doubt,
    dispose() {
      all.dispose();
      doubt.dispose();
    },
  };
}

function DetachedName({ doubt }: { readonly doubt: DoubtStore }): JSX.Element {
  const found = doubt.found.value;
  if (found === null || found.rows.length === 0) return <>{t('highlightsInDoubt')}</>;
  const more = found.hasMore ? '+' : '';
  return <>{t('withCount', t('highlightsInDoubt'), `${formatNumber(found.rows.length)}${more}`)}</>;
}
