import type { JSX } from 'preact';
import { deferred } from '../components/deferred';
import { PagePanel } from '../current-page/page-panel';
import { SyncLine, Toasts } from '../list/deferred-parts';
import { ShelfList } from '../list/shelf-list';
import { ViewNav } from '../list/view-nav';
import { t } from '../strings';
import type { PopupModel } from './popup-model';
import './popup.css';

const ReadingRoom = deferred(
  async () => (await import('../reading-room/reading-room')).ReadingRoom,
);

/** Fetches the reader's code before a row is opened. */
export const preloadReader = ReadingRoom.preload;

/** The whole popup: the page in front, the views and their list; the reader before them. */
export function Popup({ model }: { readonly model: PopupModel }): JSX.Element {
  const { shelf, deps } = model;
  const tools = shelf.tools.value;
  const reading = model.reading.value;
  return (
    <>
      <PopupList model={model} isInFront={reading === null} />
      {reading !== null && tools && (
        <ReadingRoom
          key={reading}
          shelf={shelf}
          tools={tools}
          background={deps.background}
          imageAccess={deps.imageAccess}
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
  const { shelf, deps } = model;
  return (
    <div class="popup" data-behind={!isInFront} inert={!isInFront}>
      {isInFront && <h1 class="visually-hidden">{t('appName')}</h1>}
      <PagePanel
        deps={deps}
        shelf={shelf}
        accounts={deps.accounts}
        onOpenLibrary={() => deps.openTab(`library.html#/${shelf.list.choice.value.view}`)}
        onOpenOptions={() => deps.openTab('options.html')}
      />
      <ViewNav
        shelf={shelf}
        hrefOf={(view) => `/library.html#/${view}`}
        onChoose={(view) => shelf.list.show({ view, label: null })}
      />
      <ShelfList shelf={shelf} hrefOf={(id) => `/library.html#/read/${id}`} isInFront={isInFront} />
      {shelf.tools.value && (
        <SyncLine
          sync={deps.sync}
          library={shelf.library}
          href="/library.html#/sync"
          isHereOnly={model.isHereOnly}
        />
      )}
    </div>
  );
}
