import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { Button, isPlainClick } from '../components/button';
import { deferred } from '../components/deferred';
import { formatNumber, t } from '../strings';
import type { CurrentPage } from './current-page-store';
import { PageActions } from './page-actions';
import { PageMenu } from './page-menu';
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
}

/**
 * Shows the state, title and facts of the current page, its buttons, and the open sheet. Its code
 * is loaded beside that of the tools, because a person waits for what it shows.
 */
export function PageContents({ deps, listModel }: PageContentsProps): JSX.Element | null {
  const tools = listModel.tools.value;
  return tools && <Contents deps={deps} listModel={listModel} tools={tools} />;
}

interface ContentsProps extends PageContentsProps {
  readonly tools: BookmarkListTools;
}

function Contents({ deps, listModel, tools }: ContentsProps): JSX.Element {
  const model = useMemo(() => createPagePanel(deps, listModel, tools), [deps, listModel, tools]);
  useEffect(() => model.dispose, [model]);
  const { current, sheets } = model;
  const bookmark = current.bookmark.value;
  const text = pageText(current.page.value, bookmark, current.canUndo.value);
  const isReportedBelow = isReportedByList(current.page.value, listModel);
  const canUndo = current.canUndo.value && bookmark?.trashedAt === null;
  const sheet = sheets.sheet.value;
  const page = savedTarget(model);
  const isInTrash = bookmark && bookmark.trashedAt !== null;
  const wasInTrash = useRef(isInTrash);
  useEffect(() => {
    const isChanged = wasInTrash.current !== null && wasInTrash.current !== isInTrash;
    wasInTrash.current = isInTrash;
    // The button that was pressed is gone, and the one that takes it back is there.
    if (isChanged && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.page-choice button, .page-title a')?.focus();
  }, [isInTrash]);
  const report = bookmark?.trashedAt === null ? current.report.value : null;
  const imagesDropped = report?.imagesDropped ?? 0;
  const showReport = {
    isExpanded: sheet === 'report',
    onClick: () => sheets.toggle('report'),
  };
  return (
    <>
      <div class="page-status line semibold" data-tone={text.tone}>
        <p role="status">
          {imagesDropped > 0 ? (
            <Button look="quiet" {...showReport}>
              {t('statusImagesDropped', formatNumber(imagesDropped), text.status)}
            </Button>
          ) : (
            text.status
          )}
        </p>
        {report?.warnings.includes('not-readable') && (
          <Button look="quiet" {...showReport}>
            {t('gettingLook')}
          </Button>
        )}
        {canUndo && (
          <Button look="quiet" onClick={() => void current.undo()}>
            {t('actionUndo')}
          </Button>
        )}
      </div>
      <PageMenu
        {...deps}
        page={
          page && {
            open: sheets.toggle,
            remove: () => void tools.actions.trash(page),
          }
        }
      />
      <p class="page-title truncate match-parent semibold" dir="auto" title={text.title}>
        {page ? (
          <a
            class="plain-link"
            href={`library.html#/read/${page.id}`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              listModel.open(page.id);
            }}
          >
            {text.title}
          </a>
        ) : (
          text.title
        )}
      </p>
      {!isReportedBelow && <p class="page-note hint wrap-anywhere">{text.note}</p>}
      {page && bookmark && <PageLabels model={model} bookmark={bookmark} />}
      {!isReportedBelow && <PageChoices model={model} page={page} />}
      {bookmark !== null && sheet !== null && sheet !== 'labels' && (
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

type Target = { readonly id: BookmarkId; readonly title: string };

/** The saved page while it can be changed. */
function savedTarget({ current, listModel }: PagePanelModel): Target | null {
  const page = current.page.value;
  const bookmark = current.bookmark.value;
  // The background may have saved the page when this window has no library for further changes.
  if (page.kind !== 'saved' || listModel.problem.value !== null) return null;
  if (bookmark !== null && bookmark.trashedAt !== null) return null;
  return { id: page.bookmarkId, title: bookmark?.title ?? page.title };
}

interface PageChoicesProps {
  readonly model: PagePanelModel;
  readonly page: Target | null;
}

/** Shows the actions for the page in its current state. */
function PageChoices({ model, page: target }: PageChoicesProps): JSX.Element | null {
  const { current, tools } = model;
  const page = current.page.value;
  const bookmark = current.bookmark.value;
  if (bookmark !== null && bookmark.trashedAt !== null) {
    const restore = () => void tools.actions.restore(bookmark);
    return <MainChoice text={t('actionRestore')} onClick={restore} />;
  }
  if (target) return <PageActions model={model} target={target} />;
  switch (page.kind) {
    case 'unsaved':
      return <MainChoice text={t('commandSavePage')} onClick={current.save} />;
    case 'not-loaded':
      return <MainChoice text={t('actionSaveAddress')} onClick={current.saveAddress} />;
    case 'error-page':
      return (
        <MainChoice text={t('actionSaveAddress')} onClick={current.saveAddress}>
          <Button onClick={current.saveErrorPage}>{t('commandSavePage')}</Button>
        </MainChoice>
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
  /** The other choice. */
  readonly children?: ComponentChildren;
}): JSX.Element => (
  <span class="page-choice">
    {props.children}
    <Button look="primary" onClick={props.onClick}>
      {props.text}
    </Button>
  </span>
);

const LabelsEditor = deferred(async () => (await import('../labels/labels-editor')).LabelsEditor);
const DetailsForm = deferred(async () => (await import('../bookmarks/details-form')).DetailsForm);
const CaptureDetails = deferred(
  async () => (await import('../capture/capture-details')).CaptureDetails,
);

const PageHighlights = deferred(async () => (await import('./page-highlights')).PageHighlights);

interface PageLabelsProps {
  readonly model: PagePanelModel;
  readonly bookmark: Bookmark;
}

/** The labels of the page in one line, with a field. The line opens to the whole editor. */
function PageLabels({ model, bookmark }: PageLabelsProps): JSX.Element {
  const { listModel, sheets, tools } = model;
  const draft = sheets.draft.value;
  const isOpen = sheets.sheet.value === 'labels';
  const leave = ({ relatedTarget }: FocusEvent) => {
    const isOutside = relatedTarget instanceof Element && !relatedTarget.closest('.page-labels');
    if (isOpen && isOutside) sheets.close();
  };
  return (
    <section
      class="page-labels"
      data-open={isOpen}
      aria-label={t('labelsTitle')}
      onKeyDown={closeOnEscape(isOpen, sheets.close)}
      onFocusOut={leave}
    >
      {draft && (
        <LabelsEditor
          bookmark={bookmark}
          known={listModel.labels.value}
          draft={draft}
          actions={tools.actions}
          library={listModel.library}
          isOpen={isOpen}
          isBrief
        />
      )}
      {isOpen && (
        <p class="buttons">
          <Button onClick={sheets.close}>{t('actionDone')}</Button>
        </p>
      )}
    </section>
  );
}

/** Otherwise the browser would close the popup. */
const closeOnEscape = (isOpen: boolean, close: () => void) => (event: KeyboardEvent) => {
  if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};

interface PageSheetProps {
  readonly model: PagePanelModel;
  readonly bookmark: Bookmark;
  readonly sheet: Exclude<Sheet, 'labels'>;
}

/** The form that is open under the current page. It covers the list, so that no row moves. */
function PageSheet({ model, bookmark, sheet }: PageSheetProps): JSX.Element {
  const { listModel, sheets, tools } = model;
  const draft = sheets.draft.value;
  return (
    <section
      class="page-sheet"
      aria-label={t(SHEET_NAMES[sheet])}
      onKeyDown={closeOnEscape(true, sheets.close)}
    >
      {sheet === 'details' && draft && (
        <DetailsForm
          bookmark={bookmark}
          draft={draft}
          library={listModel.library}
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
          act={tools.act}
          toasts={tools.toasts}
        />
      )}
    </section>
  );
}
