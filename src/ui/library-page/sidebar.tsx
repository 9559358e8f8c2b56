import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import type { JSX } from 'preact';
import { labelKey } from '../../domain';
import { ViewNav } from '../bookmarks/view-nav';
import type { CollectionCount } from '../collections/collections-store';
import { deferred } from '../components/deferred';
import { Icon, Mark } from '../components/icon';
import { t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { NavLink, NavSection } from './nav-section';
import { hashOf } from './route';

const BackupLine = deferred(async () => (await import('../transfer/backup-line')).BackupLine);

const ImportLine = deferred(async () => (await import('../transfer/import-line')).ImportLine);

interface SidebarProps {
  readonly model: LibraryPageModel;
  readonly id: string;
  /** Called after a click on a link. */
  readonly onChosen: () => void;
}

/** The views, labels and tools of the library. In a narrow window it opens over the list. */
export function Sidebar({ model, id, onChosen }: SidebarProps): JSX.Element {
  const { listModel, deps } = model;
  const route = model.behind.value;
  const label = route.kind === 'list' ? route.choice.label : null;
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
      <p class="library-name">
        <Mark />
        {t('appName')}
        <a class="icon-button" href="/options.html" title={t('optionsOpen')}>
          <Icon shapes={optionsIcon} />
          <span class="visually-hidden">{t('optionsOpen')}</span>
        </a>
      </p>
      <div class="library-sections">
        <ViewNav
          listModel={listModel}
          hrefOf={(each) => hashOf({ kind: 'list', choice: { view: each, label: null } })}
          isElsewhere={route.kind !== 'list'}
          onChoose={(each) => model.go({ kind: 'list', choice: { view: each, label: null } })}
        >
          <li>
            <NavLink
              href={hashOf({ kind: 'highlights', isDetached: false })}
              name={t('highlightsTitle')}
              isCurrent={route.kind === 'highlights'}
              count={model.highlightCount.value || null}
              counted="pageHighlights"
            />
          </li>
        </ViewNav>
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
              href={hashOf({ kind: 'collection', id: collection, text: null })}
              name={name}
              isPinned={isPinned}
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
              href={hashOf({ kind: 'list', choice: { view: 'all', label: name } })}
              name={isFiltered ? name : text}
              depth={isFiltered ? 0 : depth}
              color={model.labelColors.value[labelKey(name)]}
              isCurrent={name === label}
              // The list has those of the labels below it, too.
              count={hasChildren ? null : count}
            />
          )}
        </NavSection>
      </div>
      {route.kind !== 'import' && (
        <ImportLine library={listModel.library} wake={deps.background.libraryChanged} />
      )}
      <BackupLine backups={deps.backups} />
      <nav class="view-nav library-tools" aria-label={t('toolsName')}>
        <ul>
          <li>
            <NavLink
              href={hashOf({ kind: 'tabs' })}
              name={t('tabsOpen')}
              isCurrent={route.kind === 'tabs'}
              count={null}
            />
          </li>
          <li>
            <NavLink
              href={hashOf({ kind: 'labels' })}
              name={t('labelsManage')}
              isCurrent={route.kind === 'labels'}
              count={null}
            />
          </li>
          <li>
            <NavLink
              href={hashOf({ kind: 'duplicates' })}
              name={t('duplicatesOpen')}
              isCurrent={route.kind === 'duplicates'}
              count={null}
            />
          </li>
          <li>
            <NavLink
              href={hashOf({ kind: 'import' })}
              name={t('importTitle')}
              isCurrent={route.kind === 'import'}
              count={null}
            />
          </li>
          <li>
            <NavLink
              href={hashOf({ kind: 'export' })}
              name={t('exportTitle')}
              isCurrent={route.kind === 'export'}
              count={null}
            />
          </li>
          <li>
            <NavLink
              href={hashOf({ kind: 'statistics' })}
              name={t('statisticsTitle')}
              isCurrent={route.kind === 'statistics'}
              count={null}
            />
          </li>
        </ul>
      </nav>
    </aside>
  );
}

/** `counted` is undefined until the collection is counted. */
function countProps(counted: CollectionCount | undefined) {
  if (counted === undefined) return { count: null };
  return counted ?? { count: null, hint: t('collectionNotCounted') };
}
