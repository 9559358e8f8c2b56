import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ListPane } from '../bookmarks/bookmark-list';
import { SyncLine, Toasts } from '../bookmarks/deferred-parts';
import type { ListRow } from '../bookmarks/snapshot';
import { ViewSwitch } from '../bookmarks/view-switch';
import { deferred } from '../components/deferred';
import { PagePanel } from '../current-page/page-panel';
import { t } from '../strings';
import type { PopupModel } from './popup-model';
import './popup.css';

const ReaderPane = deferred(async () => (await import('../reader/reader-pane')).ReaderPane);

const fetchParts = () => import('./after-paint');

const RowThumbnail = deferred(async () => (await fetchParts()).RowThumbnail);
const SearchBox = deferred(async () => (await fetchParts()).SearchBox);
const SiteMark = deferred(async () => (await fetchParts()).SiteMark);

/** Loads the reader's code before a row is opened. */
export const preloadReader = ReaderPane.preload;

/** The popup: the current page, the views and their list, with the reader over them. */
export function Popup({ model }: { readonly model: PopupModel }): JSX.Element {
  const { listModel, deps } = model;
  const tools = listModel.tools.value;
  const reading = model.reading.value;
  return (
    <>
      <PopupList model={model} isInFront={reading === null} />
      {reading !== null && tools && (
        <ReaderPane
          key={reading}
          listModel={listModel}
          tools={tools}
          background={deps.background}
          capturing={deps}
          settings={deps.settings}
          bookmarkId={reading}
          onBack={model.back}
          onOpenInTab={() => deps.openTab(`library.html#/read/${reading}`)}
        />
      )}
      {tools && <Toasts store={tools.toasts} />}
    </>
  );
}

interface PopupListProps {
  readonly model: PopupModel;
  readonly isInFront: boolean;
}

function PopupList({ model, isInFront }: PopupListProps): JSX.Element {
  const { listModel, deps } = model;
  const tools = listModel.tools.value;
  const wasBehind = useRef(false);
  useEffect(() => {
    // The page at the top was open: no row takes the focus.
    const hasNone = document.activeElement === document.body;
    if (isInFront && wasBehind.current && hasNone)
      document.querySelector<HTMLElement>('.page-title a')?.focus();
    wasBehind.current = !isInFront;
  }, [isInFront]);
  const partsOf = (row: ListRow) => ({
    check: <RowThumbnail row={row} library={listModel.library} />,
    mark: <SiteMark page={row} library={listModel.library} />,
  });
  return (
    <div class="popup scroll" data-behind={!isInFront} inert={!isInFront}>
      {isInFront && <h1 class="visually-hidden">{t('appName')}</h1>}
      <PagePanel deps={deps} listModel={listModel} />
      <div class="popup-search">
        {tools && <SearchBox listModel={listModel} tools={tools} onEnter="open" />}
        <ViewSwitch listModel={listModel} />
      </div>
      <ListPane
        listModel={listModel}
        hrefOf={(id) => `library.html#/read/${id}`}
        isInFront={isInFront}
        {...(model.isDescribed.value && { partsOf })}
      />
      {tools && (
        <SyncLine
          sync={deps.sync}
          library={listModel.library}
          href="library.html#/sync"
          onOpen={() => deps.openTab('library.html#/sync')}
          isLocalOnly={model.isLocalOnly}
        />
      )}
    </div>
  );
}
