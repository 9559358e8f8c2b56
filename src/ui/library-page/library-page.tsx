import menuIcon from 'lucide-static/icons/menu.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/time';
import { ListPane } from '../bookmarks/bookmark-list';
import { HEADING_STYLE, useDayHeadings } from '../bookmarks/days';
import { SyncLine, Toasts } from '../bookmarks/deferred-parts';
import { RowFacts, useFactsOfRows } from '../bookmarks/row-facts';
import { SortControl } from '../bookmarks/sort-control';
import { SelectBox, selectByClick } from '../bulk/select-box';
import { BulkProgress, SelectionBar } from '../bulk/selection-bar';
import { deferred } from '../components/deferred';
import { Empty } from '../components/empty';
import { Icon } from '../components/icon';
import { isInLibrary } from '../components/key-bindings';
import { SiteMark } from '../components/site-mark';
import { useNow } from '../components/use-now';
import type { SettingsStore } from '../settings/settings-store';
import { t } from '../strings';
import { BottomBar } from './bottom-bar';
import { type LibraryPageModel, routeTitleOf } from './library-page-model';
import { listHead } from './list-head';
import { hashOfRoute, isSearch, isTool, pageHref, readHref } from './route';
import {
  type CollectionPartProps,
  CollectionSearch,
  ListActions,
  SaveAction,
} from './search-parts';
import { Sidebar } from './sidebar';
import { ToolPage, ToolsLink } from './tool-page';
import '../labels/label-colors.css';
import { CardsSwitch, gridOf } from '../thumbnails/cards';
import { RowThumbnail } from '../thumbnails/row-thumbnail';
import { PullLine } from '../touch/pull-to-sync';
import { SwipeArea } from '../touch/swipe-area';
import { useListTouch } from '../touch/use-list-touch';
import './library-page.css';
import './rows.css';
import './phone.css';

const ReaderPane = deferred(async () => (await import('../reader/reader-pane')).ReaderPane);
const NewLibrary = deferred(async () => (await import('./new-library')).NewLibrary);

/** Loads the code and the font of the reader, so that the first article opens faster. */
export async function preloadReader(settings: () => Promise<SettingsStore>): Promise<void> {
  ReaderPane.preload();
  const { preloadFont } = await import('../settings/appearance');
  await preloadFont((await settings()).settings.value.reader.font);
}

const CollectionActions = deferred(
  async () => (await import('../collections/collection-bar')).CollectionActions,
);

const SearchBox = deferred(async () => (await import('../search/search-box')).SearchBox);

const SyncPage = deferred(async () => (await import('../sync/sync-page')).SyncPage);

const FrontPageHighlights = deferred(
  async () => (await import('../side-panel/front-page')).FrontPageHighlights,
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
    // biome-ignore lint/a11y/noStaticElementInteractions: *Import* does the same by keyboard
    <div
      class="library-page"
      data-beside={isBeside}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        // The page of imports takes its own.
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        model.importFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <LibraryList model={model} place={isBeside ? 'beside' : isReading ? 'behind' : 'alone'} />
      {isReading && tools && (
        <ReaderPane
          key={route.id}
          listModel={listModel}
          tools={tools}
          background={deps.background}
          {...(deps.extension && {
            capturing: deps.extension,
            siteAccess: deps.extension.siteAccess,
          })}
          settings={deps.settings}
          exporter={deps.exporter}
          bookmarkId={route.id}
          highlightId={route.highlight}
          isBesideList={isBeside}
          isPhone={model.isPhone.value}
          hrefOf={pageHref}
          listening={model.listening}
          onBack={model.back}
        />
      )}
      {tools && <Toasts store={tools.toasts} />}
    </div>
  );
}

/** True for files that are dragged over the page, and not for words or links. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true;

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
  const isPhone = model.isPhone.value;
  const route = model.behind.value;
  const isNavOpen = model.isNavOpen.value;
  const isBehind = place === 'behind';
  const isList = route.kind === 'list' || isSearch(route);
  const focusMain = () => main.current?.focus();
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    const hasRows = isList && listModel.list.length.value > 0;
    if (hasRows) listModel.cursor.moveTo(listModel.cursor.position.value);
    else focusMain();
  };
  return (
    <div
      class="library"
      data-behind={isBehind}
      data-searching={isSearch(route)}
      data-nav-open={isNavOpen}
      inert={isBehind}
    >
      <a class="skip-link" href={hashOfRoute(route)} inert={isNavOpen} onClick={skip}>
        {t('skipToContent')}
      </a>
      <Drawer
        model={model}
        sideId={sideId}
        onClose={() => menu.current?.focus()}
        onLeave={focusMain}
      />
      <main class="library-main" ref={main} tabIndex={-1} inert={isNavOpen}>
        <header class="library-top cluster">
          {!isPhone && (
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
          )}
          {isTool(route) && <ToolsLink />}
          <h1 class="library-title">
            <bdi>{routeTitleOf(route, model.collection.value?.name)}</bdi>
          </h1>
          {isList && <LibrarySearch model={model} onLeave={focusMain} />}
          <div class="library-actions line push">
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
            {isList && <ListActions model={model} />}
            {isList && <CardsSwitch cards={model.cards} />}
          </div>
        </header>
        {deps.extension?.frontPage && (
          <FrontPageHighlights
            library={listModel.library}
            background={deps.extension.background}
            frontPage={deps.extension.frontPage}
            readHref={readHref}
          />
        )}
        <Main model={model} place={place} />
        <BulkProgress bulk={model.bulk} />
      </main>
      <footer
        class="library-foot"
        // On a phone it is the last line of the sidebar.
        inert={isNavOpen && !isPhone}
      >
        <SyncLine
          sync={deps.sync}
          library={listModel.library}
          href={hashOfRoute({ kind: 'sync' })}
        />
      </footer>
      {isPhone && <BottomBar model={model} sideId={sideId} moreRef={menu} />}
    </div>
  );
}

interface DrawerProps extends Pick<LibraryListProps, 'model'> {
  readonly sideId: string;
  /** Called when the drawer is closed, and when a link in it was followed. */
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

/** The sidebar. In a narrow window it opens over the list. */
function Drawer({ model, sideId, onClose, onLeave }: DrawerProps): JSX.Element {
  const isNavOpen = model.isNavOpen.value;
  useEffect(() => {
    if (!isNavOpen) return;
    const side = document.getElementById(sideId);
    const current = side?.querySelector<HTMLElement>('a[aria-current]') ?? side?.querySelector('a');
    current?.focus();
  }, [isNavOpen, sideId]);
  const close = () => {
    model.openNav(false);
    onClose();
  };
  const leave = () => {
    model.openNav(false);
    onLeave();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the drawer from any control in it.
    <div
      class="library-drawer"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isNavOpen) close();
      }}
    >
      <Sidebar model={model} id={sideId} onChosen={() => isNavOpen && leave()} />
      {isNavOpen && (
        <button type="button" class="library-backdrop" onClick={close}>
          <span class="visually-hidden">{t('navClose')}</span>
        </button>
      )}
    </div>
  );
}

/** The search box, with what can be done about the search or the collection. */
function LibrarySearch({ model, onLeave }: CollectionPartProps): JSX.Element {
  const { listModel } = model;
  const tools = listModel.tools.value;
  return (
    <div class="library-search">
      {tools && (
        <SearchBox
          listModel={listModel}
          tools={tools}
          text={model.searchText.value ?? ''}
          go={model.search}
          onEnter="focus"
          action={<SaveAction model={model} onLeave={onLeave} />}
        />
      )}
      <CollectionSearch model={model} onLeave={onLeave} />
    </div>
  );
}

/** Shows the content for the current route. */
function Main({ model, place }: LibraryListProps): JSX.Element | null {
  const { listModel, deps } = model;
  const { kind } = model.behind.value;
  if (kind === 'sync') {
    return <SyncPage sync={deps.sync} library={listModel.library} hrefOf={pageHref} />;
  }
  if (kind === 'collection' && model.collections.all.value && model.collection.value === null) {
    return <Empty title={'collectionGoneTitle'} text={'collectionGone'} />;
  }
  // Without a library, the list reports the problem.
  const isList = kind === 'list' || kind === 'search' || kind === 'collection';
  if (isList || listModel.problem.value !== null) {
    return <RowList model={model} place={place} />;
  }
  return <ToolPage model={model} isInFront={isInFront(model, place)} />;
}

const isInFront = (model: LibraryPageModel, place: ListPlace): boolean =>
  place === 'alone' && !model.isNavOpen.value;

/** Shows the rows of a list or of a search, with what can be done about selected ones. */
function RowList({ model, place }: LibraryListProps): JSX.Element {
  const { listModel, selection, bulk, touchedList, deps } = model;
  const area = useRef<HTMLDivElement>(null);
  useListTouch(area, model.isTouched.value ? touchedList : null);
  const shown = model.route.value;
  const tools = listModel.tools.value;
  const isBeside = place === 'beside';
  const hasKeys = isInFront(model, place);
  const areCards = model.cards.areShown.value;
  const now = useNow(MINUTE_MS);
  const headings = useDayHeadings(listModel.list, areCards, now);
  const { highlights, places } = useFactsOfRows(listModel.library, listModel.list.rows);
  const isForList = (event: KeyboardEvent) => (isBeside ? isInLibrary(event) : hasKeys);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The keys of a selection do the same. */}
      <div
        class="library-list"
        ref={area}
        data-cards={areCards}
        style={HEADING_STYLE}
        onClickCapture={(event) => selectByClick(event, selection)}
        // Otherwise the browser selects text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        {model.isTouched.value && (
          <PullLine
            {...touchedList}
            sync={deps.sync}
            library={listModel.library}
            href={hashOfRoute({ kind: 'sync' })}
          />
        )}
        <ListPane
          // Rows of another height begin at the top.
          key={areCards}
          listModel={listModel}
          hrefOf={pageHref}
          newLibrary={
            <NewLibrary
              isWebApp={deps.extension === undefined}
              sync={deps.sync}
              library={listModel.library}
            />
          }
          isInFront={hasKeys || isBeside}
          linesOf={areCards ? gridOf : undefined}
          headings={headings}
          head={listHead({ model, isBeside })}
          actions={model.isTouched.value ? 'always' : 'few'}
          partsOf={(row, isCurrent) => ({
            mark: <SiteMark page={row} library={listModel.library} />,
            facts: (
              <RowFacts
                row={row}
                highlights={highlights.get(row.id) ?? 0}
                place={places.get(row.id)}
                now={now}
              />
            ),
            check: (
              <>
                <SelectBox row={row} selection={selection} isCurrent={isCurrent} />
                <RowThumbnail row={row} library={listModel.library} />
                {model.isTouched.value && <SwipeArea row={row} touch={touchedList.touch} />}
              </>
            ),
          })}
          beside={isBeside && shown.kind === 'read' ? shown.id : null}
        />
      </div>
      {tools && (
        <SelectionBar
          listModel={listModel}
          tools={tools}
          selection={selection}
          bulk={bulk}
          isMeant={isForList}
          onExport={() => model.listExport.openSelection('export')}
          {...(deps.extension && {
            onGet: () => model.listExport.openSelection('get-articles'),
          })}
        />
      )}
    </>
  );
}
