import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { BookmarkId, HighlightId } from '../../domain';
import type { LabelCount } from '../../library/repository';
import { ListPane } from '../bookmarks/bookmark-list';
import { SyncLine, Toasts } from '../bookmarks/deferred-parts';
import { ViewNav } from '../bookmarks/view-nav';
import { deferred } from '../components/deferred';
import { Icon, Mark } from '../components/icon';
import { formatNumber, plural, t } from '../strings';
import { type LibraryPageModel, type RouteBehind, titleOf } from './library-page-model';
import { hashOf } from './route';
import './library-page.css';

const ReaderPane = deferred(async () => (await import('../reader/reader-pane')).ReaderPane);

const SyncPage = deferred(async () => (await import('../sync/sync-page')).SyncPage);

const DuplicatesPage = deferred(
  async () => (await import('../duplicates/duplicates-page')).DuplicatesPage,
);

const HighlightsPage = deferred(
  async () => (await import('../highlights/highlights-page')).HighlightsPage,
);

const readHref = (id: BookmarkId, highlight: HighlightId | null) =>
  hashOf({ kind: 'read', id, highlight });

const pageHref = (id: BookmarkId) => readHref(id, null);

const highlightsHref = (isDetached: boolean) => hashOf({ kind: 'highlights', isDetached });

/** The library in a tab: views and labels at the side, their list, and the reader over them. */
export function LibraryPage({ model }: { readonly model: LibraryPageModel }): JSX.Element {
  const { listModel, deps } = model;
  const route = model.route.value;
  const tools = listModel.tools.value;
  return (
    <>
      <LibraryList model={model} isInFront={route.kind !== 'read'} />
      {route.kind === 'read' && tools && (
        <ReaderPane
          key={route.id}
          listModel={listModel}
          tools={tools}
          background={deps.background}
          imageAccess={deps.imageAccess}
          settings={deps.settings}
          bookmarkId={route.id}
          highlightId={route.highlight}
          onBack={model.back}
        />
      )}
      {tools && <Toasts store={tools.toasts} />}
    </>
  );
}

interface LibraryListProps {
  readonly model: LibraryPageModel;
  readonly isInFront: boolean;
}

function LibraryList({ model, isInFront }: LibraryListProps): JSX.Element {
  const { listModel, deps } = model;
  const route = model.behind.value;
  const isElsewhere = route.kind !== 'list';
  return (
    <div class="library" data-behind={!isInFront} inert={!isInFront}>
      <aside class="library-side" aria-label={t('librarySidebar')}>
        <p class="library-name">
          <Mark />
          {t('appName')}
          <a class="icon-button" href="/options.html" title={t('optionsOpen')}>
            <Icon shapes={optionsIcon} />
            <span class="visually-hidden">{t('optionsOpen')}</span>
          </a>
        </p>
        <ViewNav
          listModel={listModel}
          hrefOf={(each) => hashOf({ kind: 'list', choice: { view: each, label: null } })}
          isElsewhere={isElsewhere}
          onChoose={(each) => model.go({ kind: 'list', choice: { view: each, label: null } })}
        >
          <li>
            <a
              href={highlightsHref(false)}
              aria-current={route.kind === 'highlights' ? 'page' : undefined}
            >
              {t('highlightsTitle')}
            </a>
          </li>
        </ViewNav>
        <LabelNav
          labels={listModel.labels.value}
          chosen={route.kind === 'list' ? route.choice.label : null}
        />
        <ToolNav route={route} />
        <SyncLine sync={deps.sync} library={listModel.library} href={hashOf({ kind: 'sync' })} />
      </aside>
      <div class="library-main">
        <h1 class="library-title">
          <bdi>{titleOf(route)}</bdi>
        </h1>
        <Main model={model} isInFront={isInFront} />
      </div>
    </div>
  );
}

/** Shows the content for the current route. */
function Main({ model, isInFront }: LibraryListProps): JSX.Element | null {
  const { listModel, deps } = model;
  const route = model.behind.value;
  const { kind } = route;
  const tools = listModel.tools.value;
  if (kind === 'sync') {
    return <SyncPage sync={deps.sync} library={listModel.library} hrefOf={pageHref} />;
  }
  if (kind === 'duplicates' && listModel.problem.value === null) {
    return (
      tools && (
        <DuplicatesPage
          library={listModel.library}
          background={deps.background}
          tools={tools}
          hrefOf={pageHref}
        />
      )
    );
  }
  if (kind === 'highlights' && listModel.problem.value === null) {
    return (
      tools && (
        <HighlightsPage
          library={listModel.library}
          background={deps.background}
          tools={tools}
          labels={listModel.labels.value}
          isDetached={route.isDetached}
          isInFront={isInFront}
          hrefOf={highlightsHref}
          readHref={readHref}
        />
      )
    );
  }
  return <ListPane listModel={listModel} hrefOf={pageHref} isInFront={isInFront} />;
}

interface LabelNavProps {
  readonly labels: readonly LabelCount[];
  readonly chosen: string | null;
}

/** Links to the bookmarks of each label. */
function LabelNav({ labels, chosen }: LabelNavProps): JSX.Element | null {
  const title = useId();
  if (labels.length === 0) return null;
  return (
    <nav class="view-nav label-nav" aria-labelledby={title}>
      <h2 id={title}>{t('labelsTitle')}</h2>
      <ul>
        {labels.map(({ name, count }) => (
          <li key={name}>
            <a
              href={hashOf({ kind: 'list', choice: { view: 'all', label: name } })}
              aria-current={name === chosen ? 'page' : undefined}
              title={plural('bookmarks', count)}
            >
              <bdi>{name}</bdi>
              <span class="view-count" aria-hidden="true">
                {formatNumber(count)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the tools for the whole library. */
function ToolNav({ route }: { readonly route: RouteBehind }): JSX.Element {
  return (
    <nav class="view-nav" aria-label={t('toolsName')}>
      <ul>
        <li>
          <a
            href={hashOf({ kind: 'duplicates' })}
            aria-current={route.kind === 'duplicates' ? 'page' : undefined}
          >
            {t('duplicatesOpen')}
          </a>
        </li>
      </ul>
    </nav>
  );
}
