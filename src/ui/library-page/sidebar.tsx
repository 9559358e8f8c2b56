import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import allIcon from 'lucide-static/icons/book-text.svg?icon';
import collectionIcon from 'lucide-static/icons/folder-search.svg?icon';
import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import unreadIcon from 'lucide-static/icons/inbox.svg?icon';
import pinIcon from 'lucide-static/icons/pin.svg?icon';
import addIcon from 'lucide-static/icons/plus.svg?icon';
import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import toolsIcon from 'lucide-static/icons/sliders-horizontal.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import { Fragment, type JSX } from 'preact';
import { VIEWS, type View } from '../../domain/bookmark';
import { isLibraryEmpty } from '../bookmarks/list-store';
import { VIEW_NAMES } from '../bookmarks/view-switch';
import type { CollectionCount } from '../collections/collection-counts';
import { deferred } from '../components/deferred';
import { Icon, type IconShapes, Mark } from '../components/icon';
import { labelColorOf } from '../labels/label-color';
import { t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { NavLink, NavSection } from './nav-section';
import { hashOfRoute, isTool } from './route';

const BackupLine = deferred(async () => (await import('../transfer/backup-line')).BackupLine);

const SendLine = deferred(async () => (await import('../transfer/send-line')).SendLine);

const ImportLine = deferred(async () => (await import('../transfer/import-line')).ImportLine);

interface SidebarProps {
  readonly model: LibraryPageModel;
  readonly id: string;
  /** Called after a click on a link. */
  readonly onChosen: () => void;
}

/** The views and labels of the library, and the way to its tools. In a narrow window it opens over the list. */
export function Sidebar({ model, id, onChosen }: SidebarProps): JSX.Element {
  const { listModel, deps } = model;
  const { value: route } = model.behind;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: A link that is followed by a key is clicked, too.
    <aside
      id={id}
      class="library-side"
      aria-label={t('librarySidebar')}
      data-open={model.isNavOpen.value}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a') !== null) onChosen();
      }}
    >
      <p class="library-name line">
        <Mark />
        {t('appName')}
        <a
          class="icon-button"
          href={hashOfRoute({ kind: 'add', page: null })}
          title={t('barAdd')}
          aria-label={t('barAdd')}
        >
          <Icon shapes={addIcon} />
        </a>
        <a class="icon-button" href="options.html" title={t('optionsTitle')}>
          <Icon shapes={optionsIcon} />
          <span class="visually-hidden">{t('optionsTitle')}</span>
        </a>
      </p>
      <Sections model={model} />
      {route.kind !== 'import' && (
        <ImportLine library={listModel.library} wake={deps.background.libraryChanged} />
      )}
      <SendLine library={listModel.library} background={deps.background} />
      {deps.extension && <BackupLine backups={deps.extension.backups} />}
      <nav class="view-nav library-tools" aria-label={t('toolsName')}>
        <NavLink
          href={hashOfRoute({ kind: 'tools' })}
          name={t('toolsName')}
          icon={toolsIcon}
          isCurrent={route.kind === 'tools' || isTool(route)}
          count={null}
        />
      </nav>
      {deps.httpsHelp && (
        <p class="library-note">
          <a href={deps.httpsHelp}>{t('appWithoutHttps')}</a>
        </p>
      )}
    </aside>
  );
}

const VIEW_ICONS: Readonly<Record<View, IconShapes>> = {
  unread: unreadIcon,
  all: allIcon,
  favourites: starIcon,
  archive: archiveIcon,
  trash: trashIcon,
};

function Views({ model }: Pick<SidebarProps, 'model'>): JSX.Element {
  const { list, problem } = model.listModel;
  const route = model.behind.value;
  const chosen = route.kind === 'list' && route.choice.label === null ? route.choice.view : null;
  // The counts of the snapshot are outdated when the library cannot be opened.
  const counts = problem.value === null ? list.counts.value : null;
  const isCounted = counts !== null && !isLibraryEmpty(counts);
  return (
    <nav class="view-nav" aria-label={t('viewsName')}>
      <ul>
        {VIEWS.map((view) => (
          <Fragment key={view}>
            {view === 'trash' && (
              <li>
                <NavLink
                  href={hashOfRoute({ kind: 'highlights', tab: 'all' })}
                  name={t('highlightsTitle')}
                  icon={highlightsIcon}
                  isCurrent={route.kind === 'highlights'}
                  count={model.highlightCount.value || null}
                  counted="highlightsCount"
                />
              </li>
            )}
            <li>
              <NavLink
                href={hashOfRoute({ kind: 'list', choice: { view, label: null } })}
                name={t(VIEW_NAMES[view])}
                icon={VIEW_ICONS[view]}
                isCurrent={view === chosen}
                count={isCounted ? counts[view] : null}
              />
            </li>
          </Fragment>
        ))}
      </ul>
    </nav>
  );
}

/** The views, the collections and the labels. */
function Sections({ model }: Pick<SidebarProps, 'model'>): JSX.Element {
  const { deps } = model;
  const route = model.behind.value;
  const label = route.kind === 'list' ? route.choice.label : null;
  return (
    <div class="library-sections scroll">
      <Views model={model} />
      <NavSection
        id="collections"
        title={t('collectionsTitle')}
        filterName={t('collectionsFilter')}
        items={model.collections.all.value ?? []}
        {...(model.collections.all.value && { empty: t('collectionsEmpty') })}
        storage={deps.draftStorage}
      >
        {({ id: collection, name, isPinned }) => (
          <NavLink
            href={hashOfRoute({ kind: 'collection', id: collection, text: null })}
            name={name}
            icon={isPinned ? pinIcon : collectionIcon}
            isCurrent={route.kind === 'collection' && route.id === collection}
            {...countProps(model.collections.counts.value.get(collection))}
          />
        )}
      </NavSection>
      <NavSection
        id="labels"
        title={t('labelsTitle')}
        filterName={t('labelsFilter')}
        items={model.labelNodes.value}
        storage={deps.draftStorage}
      >
        {({ name, text, depth, count, hasChildren }, isFiltered) => (
          <NavLink
            href={hashOfRoute({ kind: 'list', choice: { view: 'all', label: name } })}
            name={isFiltered ? name : text}
            depth={isFiltered ? 0 : depth}
            color={labelColorOf(name, model.labelColors.value)}
            isCurrent={name === label}
            // The list has those of the labels below it, too.
            count={hasChildren ? null : count}
          />
        )}
      </NavSection>
    </div>
  );
}

/** `counted` is undefined until the collection is counted. */
function countProps(counted: CollectionCount | undefined) {
  if (counted === undefined) return { count: null };
  return counted ?? { count: null, hint: t('collectionNotCounted') };
}
