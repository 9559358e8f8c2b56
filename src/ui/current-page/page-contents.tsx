import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Bookmark } from '../../domain/bookmark';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { Button } from '../components/button';
import { deferred } from '../components/deferred';
import { formatNumber, t } from '../strings';
import type { CurrentPage } from './current-page-store';
import { PageActions } from './page-actions';
import {
  createPagePanel,
  type PagePanelDeps,
  type PagePanelModel,
  SHEET_NAMES,
  type Sheet,
} from './page-panel-model';
import { pageText } from './page-text';

interface PageContentsProps {
  readonly deps: PagePanelDeps;
  readonly listModel: BookmarkListModel;
  readonly tools: BookmarkListTools;
}

/** Shows the state, title and facts of the current page, its buttons, and the open sheet. */
export function PageContents({ deps, listModel, tools }: PageContentsProps): JSX.Element {
  const model = useMemo(() => createPagePanel(deps, listModel, tools), [deps, listModel, tools]);
  useEffect(() => model.dispose, [model]);
  const { current, sheets } = model;
  const bookmark = current.bookmark.value;
  const text = pageText(current.page.value, bookmark, current.canUndo.value);
  const isReportedBelow = isReportedByList(current.page.value, listModel);
  const canUndo = current.canUndo.value && bookmark?.trashedAt === null;
  const sheet = sheets.sheet.value;
  const imagesDropped =
    bookmark?.trashedAt === null ? (current.report.value?.imagesDropped ?? 0) : 0;
  const title = (
    <p class="page-title" dir="auto" title={text.title}>
      {text.title}
    </p>
  );
  const note = !isReportedBelow && <p class="page-note">{text.note}</p>;
  const choices = !isReportedBelow && <PageChoices model={model} />;
  return (
    <>
      <div class="page-status" data-tone={text.tone}>
        <p role="status">
          {imagesDropped > 0 ? (
            <Button
              look="quiet"
              isExpanded={sheet === 'report'}
              onClick={() => sheets.toggle('report')}
            >
              {t('statusImagesDropped', formatNumber(imagesDropped), text.status)}
            </Button>
          ) : (
            text.status
          )}
        </p>
        {canUndo && (
          <Button look="quiet" onClick={() => void current.undo()}>
            {t('actionUndo')}
          </Button>
        )}
      </div>
      {text.isSentence ? (
        <>
          <div class="page-line">
            {title}
            {choices}
          </div>
          {note}
        </>
      ) : (
        <>
          {title}
          <div class="page-line">
            {note}
            {choices}
          </div>
        </>
      )}
      {bookmark !== null && sheet !== null && (
        <PageSheet model={model} bookmark={bookmark} sheet={sheet} />
      )}
    </>
  );
}

/** Returns true when the list already reports that the library cannot be opened. */
const isReportedByList = (page: CurrentPage, { problem }: BookmarkListModel): boolean =>
  page.kind === 'failed' &&
  page.failure === 'library-unavailable' &&
  problem.value === 'unavailable';

/** Shows the actions for the page in its current state. */
function PageChoices({ model }: { readonly model: PagePanelModel }): JSX.Element | null {
  const { current, listModel, tools } = model;
  const page = current.page.value;
  const bookmark = current.bookmark.value;
  if (bookmark !== null && bookmark.trashedAt !== null) {
    return (
      <Button onClick={() => void tools.actions.restore(bookmark)}>{t('actionRestore')}</Button>
    );
  }
  switch (page.kind) {
    case 'saved':
      // The background has saved the page, but this window has no library for further changes.
      if (listModel.problem.value !== null) return null;
      return <PageActions model={model} page={page} />;
    case 'unsaved':
      return <MainChoice text={t('commandSavePage')} onClick={current.save} />;
    case 'not-loaded':
      return <MainChoice text={t('actionSaveAddress')} onClick={current.saveAddress} />;
    case 'error-page':
      return (
        <>
          <Button onClick={current.saveErrorPage}>{t('commandSavePage')}</Button>
          <MainChoice text={t('actionSaveAddress')} onClick={current.saveAddress} />
        </>
      );
    case 'failed':
    case 'unanswered':
      return <MainChoice text={t('actionTryAgain')} onClick={current.save} />;
    default:
      return null;
  }
}

const MainChoice = (props: {
  readonly text: string;
  readonly onClick: () => void;
}): JSX.Element => (
  <Button look="primary" onClick={props.onClick}>
    {props.text}
  </Button>
);

const LabelsEditor = deferred(async () => (await import('../labels/labels-editor')).LabelsEditor);
const DetailsForm = deferred(async () => (await import('../bookmarks/details-form')).DetailsForm);
const CaptureDetails = deferred(
  async () => (await import('../capture/capture-details')).CaptureDetails,
);

const PageHighlights = deferred(async () => (await import('./page-highlights')).PageHighlights);

interface PageSheetProps {
  readonly model: PagePanelModel;
  readonly bookmark: Bookmark;
  readonly sheet: Sheet;
}

/** The form that is open under the current page. It covers the list, so that no row moves. */
function PageSheet({ model, bookmark, sheet }: PageSheetProps): JSX.Element {
  const { listModel, sheets, tools } = model;
  const draft = sheets.draft.value;
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Otherwise the browser would close the popup.
    event.preventDefault();
    sheets.close();
  };
  return (
    <section class="page-sheet" aria-label={t(SHEET_NAMES[sheet])} onKeyDown={closeOnEscape}>
      {sheet === 'labels' && draft && (
        <LabelsEditor
          bookmark={bookmark}
          known={listModel.labels.value}
          draft={draft}
          actions={tools.actions}
          library={listModel.library}
        />
      )}
      {sheet === 'details' && draft && (
        <DetailsForm
          bookmark={bookmark}
          draft={draft}
          actions={tools.actions}
          onClose={sheets.close}
        />
      )}
      {sheet === 'highlights' && (
        <PageHighlights
          url={bookmark.url}
          count={model.current.highlights.value}
          sites={model.sites}
          background={model.background}
        />
      )}
      {sheet === 'report' && (
        <CaptureDetails
          bookmark={bookmark}
          library={listModel.library}
          background={model.background}
          imageAccess={model.imageAccess}
          toasts={tools.toasts}
        />
      )}
    </section>
  );
}
