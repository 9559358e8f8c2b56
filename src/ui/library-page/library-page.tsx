import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import type { JSX } from 'preact';
import type { BookmarkId } from '../../domain';
import { deferred } from '../components/deferred';
import { Icon } from '../components/icon';
import { Mark } from '../components/mark';
import { SyncLine, Toasts } from '../list/deferred-parts';
import { ShelfList } from '../list/shelf-list';
import { ViewNav } from '../list/view-nav';
import { t } from '../strings';
import { LabelNav } from './label-nav';
import type { LibraryPageModel } from './library-page-model';
import { hashOf } from './route';
import { titleOf } from './title-of';
import { ToolNav } from './tool-nav';
import './library-page.css';

const ReadingRoom = deferred(
  async () => (await import('../reading-room/reading-room')).ReadingRoom,
);

const SyncPage = deferred(async () => (await import('../sync/sync-page')).SyncPage);

const DuplicatesPage = deferred(
  async () => (await import('../duplicates/duplicates-page')).DuplicatesPage,
);

const readHref = (id: BookmarkId) => hashOf({ kind: 'read', id });

/** The whole library in a tab: views and labels at the side, their list; the reader before them. */
export function LibraryPage({ model }: { readonly model: LibraryPageModel }): JSX.Element {
  const { shelf, deps } = model;
  const route = model.route.value;
  const tools = shelf.tools.value;
  return (
    <>
      <LibraryList model={model} isInFront={route.kind !== 'read'} />
      {route.kind === 'read' && tools && (
        <ReadingRoom
          key={route.id}
          shelf={shelf}
          tools={tools}
          background={deps.background}
          imageAccess={deps.imageAccess}
          settings={deps.settings}
          bookmarkId={route.id}
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
  const { shelf, deps } = model;
  const route = model.route.value;
  const isElsewhere = route.kind === 'sync' || route.kind === 'duplicates';
  const choice = shelf.list.choice.value;
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
          shelf={shelf}
          hrefOf={(each) => hashOf({ kind: 'list', choice: { view: each, label: null } })}
          isElsewhere={isElsewhere}
          onChoose={(each) => model.go({ kind: 'list', choice: { view: each, label: null } })}
        />
        <LabelNav labels={shelf.labels.value} chosen={isElsewhere ? null : choice.label} />
        <ToolNav route={route} />
        <SyncLine sync={deps.sync} library={shelf.library} href={hashOf({ kind: 'sync' })} />
      </aside>
      <div class="library-main">
        <h1 class="library-title">
          <bdi>{titleOf(route, choice)}</bdi>
        </h1>
        <Main model={model} isInFront={isInFront} />
      </div>
    </div>
  );
}

/** What is beside the views and labels, by the address of the page. */
function Main({ model, isInFront }: LibraryListProps): JSX.Element | null {
  const { shelf, deps } = model;
  const { kind } = model.route.value;
  const tools = shelf.tools.value;
  if (kind === 'sync') {
    return <SyncPage sync={deps.sync} library={shelf.library} hrefOf={readHref} />;
  }
  if (kind === 'duplicates' && shelf.trouble.value === null) {
    return (
      tools && (
        <DuplicatesPage
          library={shelf.library}
          background={deps.background}
          tools={tools}
          hrefOf={readHref}
        />
      )
    );
  }
  return <ShelfList shelf={shelf} hrefOf={readHref} isInFront={isInFront} />;
}
