import menuIcon from 'lucide-static/icons/menu.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type BookmarkId, type HighlightId, labelKey } from '../../domain';
import { ListPane } from '../bookmarks/bookmark-list';
import { SyncLine, Toasts } from '../bookmarks/deferred-parts';
import type { ListRow } from '../bookmarks/snapshot';
import { SortControl } from '../bookmarks/sort-control';
import { SelectBox, selectByClick } from '../bulk/select-box';
import { BulkProgress, SelectionBar } from '../bulk/selection-bar';
import { deferred } from '../components/deferred';
import { Icon } from '../components/icon';
import { isInLibrary } from '../components/key-bindings';
import { formatPublished } from '../format';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { isSearch, type LibraryPageModel, titleOf } from './library-page-model';
import { hashOf } from './route';
import { CollectionSearch, ExportSearch, SaveAction } from './search-parts';
import { Sidebar } from './sidebar';
import '../labels/label-colors.css';
import { CardsSwitch, gridOf } from '../thumbnails/cards';
import { RowThumbnail } from '../thumbnails/row-thumbnail';
import './library-page.css';

const ReaderPane = deferred(async () => (await import('../reader/reader-pane')).ReaderPane);

const CollectionActions = deferred(
  async () => (await import('../collections/collection-bar')).CollectionActions,
);

const SearchBox = deferred(async () => (await import('../search/search-box')).SearchBox);

const SyncPage = deferred(async () => (await import('../sync/sync-page')).SyncPage);

const DuplicatesPage = deferred(
  async () => (await import('../duplicates/duplicates-page')).DuplicatesPage,
);

const FrontPageHighlights = deferred(
  async () => (await import('../side-panel/front-page')).FrontPageHighlights,
);

const SaveTabsPage = deferred(
  async () => (await import('../save-tabs/save-tabs-page')).SaveTabsPage,
);

const ExportPage = deferred(async () => (await import('../transfer/export-page')).ExportPage);

const ImportPage = deferred(async () => (await import('../transfer/import-page')).ImportPage);

const LabelsPage = deferred(async () => (await import('../labels/labels-page')).LabelsPage);

const StatisticsPage = deferred(
  async () => (await import('../statistics/statistics-page')).StatisticsPage,
);

const HighlightsPage = deferred(
  async () => (await import('../highlights/highlights-page')).HighlightsPage,
);

const readHref = (id: BookmarkId, highlight: HighlightId | null) =>
  hashOf({ kind: 'read', id, highlight });

const pageHref = (id: BookmarkId) => readHref(id, null);

const labelHref = (label: string) => hashOf({ kind: 'list', choice: { view: 'all', label } });

const highlightsHref = (isDetached: boolean) => hashOf({ kind: 'highlights', isDetached });

const publishedOf = ({ published }: ListRow) =>
  published && (
    <time class="row-fact row-published" dateTime={published} title={t('rowPublished')}>
      {formatPublished(published, 'medium')}
    </time>
  );

/**
 * The library in a tab: views and labels at the side, their list, and the reader over the list or,
 * in a wide window, beside it.
 */
export function LibraryPage({ model }: { readonly model: LibraryPageModel }): JSX.Element {
  const { listModel, deps } = model;
  const route = model.route.value;
  const tools = listModel.tools.value;
  const isReading = route.kind === 'read';
  const isBeside = isReading && model.isWide.value;
  return (
    <div class="library-page" data-beside={isBeside}>
      <LibraryList model={model} place={isBeside ? 'beside' : isReading ? 'behind' : 'alone'} />
      {isReading && tools && (
        <ReaderPane
          key={route.id}
          listModel={listModel}
          tools={tools}
          background={deps.background}
          imageAccess={deps.imageAccess}
          settings={deps.settings}
          exporter={deps.exporter}
          bookmarkId={route.id}
          highlightId={route.highlight}
          isBesideList={isBeside}
          onBack={model.back}
        />
      )}
      {tools && <Toasts store={tools.toasts} />}
    </div>
  );
}

/** The place of the list while the reader is open beside it or over it, or when there is none. */
type ListPlace = 'alone' | 'beside' | 'behind';

interface LibraryListProps {
  readonly model: LibraryPageModel;
  readonly place: ListPlace;
}

function LibraryList({ model, place }: LibraryListProps): JSX.Element {
  const { listModel, deps } = model;
  const sideId = useId();
  const main = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const route = model.behind.value;
  const isNavOpen = model.isNavOpen.value;
  const isBehind = place === 'behind';
  const tools = listModel.tools.value;

  const skip = (event: MouseEvent) => {
    event.preventDefault();
    const isList = route.kind === 'list' || isSearch(route);
    const hasRows = isList && listModel.list.length.value > 0;
    if (hasRows) listModel.cursor.moveTo(listModel.cursor.position.value);
    else main.current?.focus();
  };
  useEffect(() => {
    if (!isNavOpen) return;
    const side = document.getElementById(sideId);
    const current = side?.querySelector<HTMLElement>('a[aria-current]') ?? side?.querySelector('a');
    current?.focus();
  }, [isNavOpen, sideId]);
  const focusMain = () => main.current?.focus();
  const closeNav = () => {
    model.openNav(false);
    menu.current?.focus();
  };
  const leaveNav = () => {
    model.openNav(false);
    focusMain();
  };
  return (
    <div class="library" data-behind={isBehind} inert={isBehind}>
      <a class="skip-link" href={hashOf(route)} onClick={skip}>
        {t('skipToContent')}
      </a>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the drawer from any control in it. */}
      <div
        class="library-drawer"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isNavOpen) closeNav();
        }}
      >
        <Sidebar model={model} id={sideId} onChosen={() => isNavOpen && leaveNav()} />
        {isNavOpen && (
          <button type="button" class="library-backdrop" onClick={closeNav}>
            <span class="visually-hidden">{t('navClose')}</span>
          </button>
        )}
      </div>
      <main class="library-main" ref={main} tabIndex={-1} inert={isNavOpen}>
        <header class="library-top">
          <button
            type="button"
            class="icon-button nav-button"
            title={t('navOpen')}
            aria-label={t('navOpen')}
            aria-expanded={isNavOpen}
            aria-controls={sideId}
            ref={menu}
            onClick={() => model.openNav(true)}
          >
            <Icon shapes={menuIcon} />
          </button>
          <h1 class="library-title">
            <bdi>{titleOf(route, model.collection.value?.name)}</bdi>
          </h1>
          {route.kind === 'list' && <SortControl list={listModel.list} mirror={model.sort} />}
          {model.collection.value && (
            <CollectionActions
              store={model.collections}
              collection={model.collection.value}
              onDeleted={() => {
                focusMain();
                model.go({ kind: 'list', choice: { view: 'all', label: null } });
              }}
            />
          )}
          {isSearch(route) && <ExportSearch model={model} />}
          {(route.kind === 'list' || isSearch(route)) && <CardsSwitch cards={model.cards} />}
        </header>
        {deps.frontPage && (
          <FrontPageHighlights
            library={listModel.library}
            background={deps.background}
            frontPage={deps.frontPage}
            readHref={readHref}
          />
        )}
        {(route.kind === 'list' || isSearch(route)) && (
          <div class="library-search">
            {tools && (
              <SearchBox
                listModel={listModel}
                tools={tools}
                text={model.searchText.value ?? ''}
                go={model.search}
                onEnter="focus"
                action={<SaveAction model={model} onLeave={focusMain} />}
              />
            )}
            <CollectionSearch model={model} onLeave={focusMain} />
          </div>
        )}
        <Main model={model} place={place} />
        <BulkProgress bulk={model.bulk} />
      </main>
      <footer class="library-foot" inert={isNavOpen}>
        <SyncLine sync={deps.sync} library={listModel.library} href={hashOf({ kind: 'sync' })} />
      </footer>
    </div>
  );
}

/** Shows the content for the current route. */
function Main({ model, place }: LibraryListProps): JSX.Element | null {
  const { listModel, deps } = model;
  const isInFront = place === 'alone' && !model.isNavOpen.value;
  const route = model.behind.value;
  const { kind } = route;
  const tools = listModel.tools.value;
  if (kind === 'sync') {
    return <SyncPage sync={deps.sync} library={listModel.library} hrefOf={pageHref} />;
  }
  if (kind === 'labels' && listModel.problem.value === null) {
    return (
      <LabelsPage
        library={listModel.library}
        labels={listModel.labels.value}
        colors={model.labelColors.value}
        relabel={model.bulk.relabel}
        onError={({ kind: problem }) => tools?.toasts.showError(t(LIBRARY_ERRORS[problem]))}
        hrefOf={labelHref}
      />
    );
  }
  if (kind === 'statistics' && listModel.problem.value === null) {
    return <StatisticsPage library={listModel.library} />;
  }
  if (kind === 'tabs' && listModel.problem.value === null) {
    return (
      <SaveTabsPage library={listModel.library} openTabs={deps.openTabs} held={model.heldTabs} />
    );
  }
  if (kind === 'import' && listModel.problem.value === null) {
    const { importer, servers, imageAccess, background } = deps;
    const { library } = listModel;
    const onChanged = background.libraryChanged;
    return <ImportPage {...{ library, importer, servers, imageAccess, onChanged }} />;
  }
  if (kind === 'export' && listModel.problem.value === null) {
    return (
      <ExportPage
        exporter={deps.exporter}
        storage={deps.draftStorage}
        selected={model.exported.value}
        listed={model.listed.value}
        isListChosen={model.isListExported.value}
        count={listModel.list.counts.value?.all ?? null}
      />
    );
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
  if (kind === 'collection' && model.collections.all.value && model.collection.value === null) {
    return (
      <div class="empty-list">
        <h2>{t('collectionGoneTitle')}</h2>
        <p>{t('collectionGone')}</p>
      </div>
    );
  }
  const shown = model.route.value;
  const { selection, bulk } = model;
  const isBeside = place === 'beside';
  const areCards = model.cards.areShown.value;
  const isForList = (event: KeyboardEvent) => (isBeside ? isInLibrary(event) : isInFront);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The keys of a selection do the same. */}
      <div
        class="library-list"
        data-cards={areCards}
        onClickCapture={(event) => selectByClick(event, selection)}
        // Otherwise the browser selects text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        <ListPane
          // Rows of another height begin at the top.
          key={areCards}
          listModel={listModel}
          hrefOf={pageHref}
          isInFront={isInFront || isBeside}
          linesOf={areCards ? gridOf : undefined}
          partsOf={(row, isCurrent) => ({
            published: publishedOf(row),
            colorOf: (label) => model.labelColors.value[labelKey(label)],
            check: (
              <>
                <SelectBox {...{ row, selection, isCurrent }} />
                <RowThumbnail row={row} library={listModel.library} />
              </>
            ),
          })}
          beside={isBeside && shown.kind === 'read' ? shown.id : null}
        />
      </div>
      {tools && (
        <SelectionBar
          {...{ listModel, tools, selection, bulk }}
          isMeant={isForList}
          onExport={model.exportSelection}
        />
      )}
    </>
  );
}
