import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import type { JSX } from 'preact';
import { labelKey } from '../../domain/label';
import { ViewNav } from '../bookmarks/view-nav';
import type { CollectionCount } from '../collections/collection-counts';
import { deferred } from '../components/deferred';
import { Icon, Mark } from '../components/icon';
import { t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { NavLink, NavSection } from './nav-section';
import { hashOf } from './route';

const BackupLine = deferred(async () => (await import('../transfer/backup-line')).BackupLine);

const ImportLine = deferred(async () => (await import('../transfer/import-line')).ImportLine);

/** The pages that are no lists. */
const TOOLS = [
  ['tabs', 'tabsOpen'],
  ['labels', 'labelsManage'],
  ['duplicates', 'duplicatesOpen'],
  ['import', 'importTitle'],
  ['get-articles', 'gettingTitle'],
  ['export', 'exportTitle'],
  ['statistics', 'statisticsTitle'],
] as const;

interface SidebarProps {
  readonly model: LibraryPageModel;
  readonly id: string;
  /** Called after a click on a link. */
  readonly onChosen: () => void;
}

/** The views, labels and tools of the library. In a narrow window it opens over the list. */
export function Sidebar({ model, id, onChosen }: SidebarProps): JSX.Element {
  const { listModel, deps } = model;
  const { kind } = model.behind.value;
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
        <a class="icon-button" href="/options.html" title={t('optionsTitle')}>
          <Icon shapes={optionsIcon} />
          <span class="visually-hidden">{t('optionsTitle')}</span>
        </a>
      </p>
      <Sections model={model} />
      {kind !== 'import' && (
        <ImportLine library={listModel.library} wake={deps.background.libraryChanged} />
      )}
      <BackupLine backups={deps.backups} />
      <nav class="view-nav library-tools" aria-label={t('toolsName')}>
        <ul>
          {TOOLS.map(([tool, name]) => (
            <li key={tool}>
              <NavLink
                href={hashOf({ kind: tool })}
                name={t(name)}
                isCurrent={kind === tool}
                count={null}
              />
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}

/** The views, the collections and the labels. */
function Sections({ model }: Pick<SidebarProps, 'model'>): JSX.Element {
  const { listModel, deps } = model;
  const route = model.behind.value;
  const label = route.kind === 'list' ? route.choice.label : null;
  return (
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
            counted="highlightsCount"
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
  );
}

/** `counted` is undefined until the collection is counted. */
function countProps(counted: CollectionCount | undefined) {
  if (counted === undefined) return { count: null };
  return counted ?? { count: null, hint: t('collectionNotCounted') };
}
