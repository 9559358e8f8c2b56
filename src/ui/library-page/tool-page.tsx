import backIcon from 'lucide-static/icons/arrow-left.svg?icon';
import type { JSX } from 'preact';
import { deferred } from '../components/deferred';
import { Icon } from '../components/icon';
import type { HighlightTab } from '../highlights/views/highlights-page';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import type { ListedPages } from '../transfer/page-scope';
import type { LibraryPageModel } from './library-page-model';
import { hashOfRoute, pageHref, readHref } from './route';

const ToolsPage = deferred(async () => (await import('./tools-page')).ToolsPage);
const AddPage = deferred(async () => (await import('../add-page/add-page')).AddPage);
const DuplicatesPage = deferred(
  async () => (await import('../duplicates/duplicates-page')).DuplicatesPage,
);
const SaveTabsPage = deferred(
  async () => (await import('../save-tabs/save-tabs-page')).SaveTabsPage,
);
const ExportPage = deferred(async () => (await import('../transfer/export-page')).ExportPage);
const ImportPage = deferred(async () => (await import('../transfer/import-page')).ImportPage);
const ArticlesPage = deferred(
  async () => (await import('../get-articles/articles-page')).ArticlesPage,
);
const LabelsPage = deferred(async () => (await import('../labels/labels-page')).LabelsPage);
const StatisticsPage = deferred(
  async () => (await import('../statistics/statistics-page')).StatisticsPage,
);
const RecentPage = deferred(async () => (await import('../log/recent-page')).RecentPage);
const HighlightsPage = deferred(
  async () => (await import('../highlights/views/highlights-page')).HighlightsPage,
);

const ReviewView = deferred(async () => (await import('../review/review-view')).ReviewView);

const labelHref = (label: string) => hashOfRoute({ kind: 'list', choice: { view: 'all', label } });

const START_ROUTE = hashOfRoute({ kind: 'list', choice: { view: 'unread', label: null } });

const highlightsHref = (tab: HighlightTab) => hashOfRoute({ kind: 'highlights', tab });

interface ToolProps {
  readonly model: LibraryPageModel;
  readonly isInFront: boolean;
}

/** Shows a page other than a list. */
export function ToolPage({ model, isInFront }: ToolProps): JSX.Element | null {
  const { listModel, deps, listExport } = model;
  const { library } = listModel;
  const { background, extension } = deps;
  const route = model.behind.value;
  const tools = listModel.tools.value;
  if (tools === null) return null;
  switch (route.kind) {
    case 'tools':
      return <ToolsPage isExtension={extension !== undefined} />;
    case 'add':
      return (
        <AddPage
          // Each page that is given has a form of its own.
          key={hashOfRoute(route)}
          library={library}
          tools={tools}
          given={route.page}
          {...(deps.saveAddress && { saveAddress: deps.saveAddress })}
          hrefOf={pageHref}
          onSaved={() => window.location.replace(START_ROUTE)}
        />
      );
    case 'labels':
      return (
        <LabelsPage
          library={library}
          labels={listModel.labels.value}
          colors={model.labelColors.value}
          relabel={model.bulk.relabel}
          onError={({ kind }) => tools.toasts.showError(t(LIBRARY_ERRORS[kind]))}
          hrefOf={labelHref}
        />
      );
    case 'statistics':
      return <StatisticsPage library={library} />;
    case 'recent':
      return (
        <RecentPage
          library={library}
          act={tools.act}
          hrefOf={pageHref}
          trashHref={hashOfRoute({ kind: 'list', choice: { view: 'trash', label: null } })}
          highlightsHref={highlightsHref('deleted')}
        />
      );
    case 'tabs':
      return extension ? (
        <SaveTabsPage
          library={library}
          openTabs={extension.openTabs}
          background={extension.background}
          held={model.heldTabs}
        />
      ) : null;
    case 'import':
      return (
        <ImportPage
          library={library}
          importer={deps.importer}
          background={background}
          files={model.files}
          {...(extension && {
            imageAccess: extension.imageAccess,
            servers: extension.servers,
            getArticles: (pages: ListedPages) => listExport.openNamed('get-articles', pages),
          })}
        />
      );
    case 'get-articles':
      return extension ? (
        <ArticlesPage
          library={library}
          access={extension.siteAccess}
          sync={deps.sync}
          background={background}
          selected={listExport.selected.value}
          listed={listExport.listed.value}
          isListChosen={listExport.isListChosen.value}
          hrefOf={pageHref}
        />
      ) : null;
    case 'export':
      return (
        <ExportPage
          exporter={deps.exporter}
          storage={deps.draftStorage}
          selected={listExport.selected.value}
          listed={listExport.listed.value}
          isListChosen={listExport.isListChosen.value}
          count={listModel.list.counts.value?.all ?? null}
        />
      );
    case 'duplicates':
      return <DuplicatesPage library={library} tools={tools} hrefOf={pageHref} />;
    case 'highlights':
      return (
        <HighlightsPage
          library={library}
          tools={tools}
          labels={listModel.labels.value}
          tab={route.tab}
          isInFront={isInFront}
          hrefOf={highlightsHref}
          readHref={readHref}
          review={
            <ReviewView
              library={library}
              tools={tools}
              storage={deps.draftStorage}
              settings={deps.settings}
              isInFront={isInFront}
              readHref={readHref}
            />
          }
        />
      );
    case 'list':
    case 'search':
    case 'collection':
    case 'sync':
      return null;
  }
}

/** Leads from the page of a tool back to all of them. */
export const ToolsLink = (): JSX.Element => (
  <a
    class="icon-button tools-link"
    href={hashOfRoute({ kind: 'tools' })}
    title={t('toolsName')}
    aria-label={t('toolsName')}
  >
    <Icon shapes={backIcon} />
  </a>
);
