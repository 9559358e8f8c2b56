import type { JSX } from 'preact';
import type { LabelCount } from '../../../library';
import { highlightLists, highlightRepository, type Library } from '../../../library';
import { useStore } from '../../components/use-store';
import { formatNumber, t } from '../../strings';
import { DeletedView } from './deleted-view';
import { DetachedView } from './detached-view';
import { createDoubtStore, type DoubtStore } from './doubt-store';
import { ChosenActions, HighlightListView } from './highlight-list-view';
import { createHighlightView } from './highlight-view-store';
import type { HighlightListProps } from './list-keys';
import './highlights-page.css';

/** The lists of highlights: all, those of today, those without a certain place, and deleted ones. */
export type HighlightTab = 'all' | 'review' | 'detached' | 'deleted';

interface HighlightsPageProps extends HighlightListProps {
  readonly library: Promise<Library>;
  readonly labels: readonly LabelCount[];
  readonly tab: HighlightTab;
  /** Those to look at today. It loads when it is shown. */
  readonly review: JSX.Element;
  /** Returns the address of a list. */
  readonly hrefOf: (tab: HighlightTab) => string;
}

/** The highlights of the whole library. */
export function HighlightsPage(props: HighlightsPageProps): JSX.Element | null {
  const { library, tools, tab, hrefOf } = props;
  const stores = useStore(
    () => library,
    (opened) => createStores(opened, tools),
    [library, tools],
  );
  if (stores === null) return null;
  const { all, doubt, deleted } = stores;
  const current = (one: HighlightTab) => (one === tab ? 'page' : undefined);
  return (
    <>
      <div class="highlights-top cluster split gap-3 row-gap-1">
        <nav class="highlights-tabs view-nav cluster gap-1" aria-label={t('highlightsTitle')}>
          <a href={hrefOf('all')} aria-current={current('all')}>
            {t('highlightsAll')}
          </a>
          <a href={hrefOf('review')} aria-current={current('review')}>
            {t('reviewTitle')}
          </a>
          <a href={hrefOf('detached')} aria-current={current('detached')}>
            <DetachedName doubt={doubt} />
          </a>
          <a href={hrefOf('deleted')} aria-current={current('deleted')}>
            {t('viewTrash')}
          </a>
        </nav>
        {tab === 'all' && <ChosenActions view={all} />}
      </div>
      {tab === 'all' && <HighlightListView view={all} {...props} />}
      {tab === 'review' && props.review}
      {tab === 'detached' && <DetachedView store={doubt} {...props} />}
      {tab === 'deleted' && <DeletedView options={deleted} {...props} />}
    </>
  );
}

function createStores(library: Library, { act, toasts }: HighlightListProps['tools']) {
  const lists = library.part(highlightLists);
  const highlights = library.part(highlightRepository);
  const all = createHighlightView({ lists, highlights, act });
  const { articles } = library;
  const doubt = createDoubtStore({ lists, highlights, articles, act, toasts });
  return {
    all,
    doubt,
    deleted: { lists, highlights, act },
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
