import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Button } from '../components/button';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';
import { plural, t } from '../strings';
import type { CurrentPage } from './current-page-store';
import { PageActions } from './page-actions';
import { createPagePanel, type PagePanelDeps, type PagePanelModel } from './page-panel-model';
import { PageSheet } from './page-sheet';
import { pageWords } from './page-words';

interface PageContentsProps {
  readonly deps: PagePanelDeps;
  readonly shelf: Shelf;
  readonly tools: ShelfTools;
}

/** State, title and facts of the page in front, its buttons, and what they open. */
export function PageContents({ deps, shelf, tools }: PageContentsProps): JSX.Element {
  const model = useMemo(() => createPagePanel(deps, shelf, tools), [deps, shelf, tools]);
  useEffect(() => model.dispose, [model]);
  const { current, sheets } = model;
  const bookmark = current.bookmark.value;
  const words = pageWords(current.page.value, bookmark, current.canUndo.value);
  const isToldBelow = isToldByList(current.page.value, shelf);
  const canUndo = current.canUndo.value && bookmark?.trashedAt === null;
  const sheet = sheets.sheet.value;
  const imagesDropped =
    bookmark?.trashedAt === null ? (current.report.value?.imagesDropped ?? 0) : 0;
  const title = (
    <p class="page-title" dir="auto" title={words.title}>
      {words.title}
    </p>
  );
  const note = !isToldBelow && <p class="page-note">{words.note}</p>;
  const choices = !isToldBelow && <PageChoices model={model} />;
  return (
    <>
      <div class="page-status" data-tone={words.tone}>
        <p role="status">
          {imagesDropped > 0 ? (
            <Button
              look="quiet"
              isExpanded={sheet === 'report'}
              onClick={() => sheets.toggle('report')}
            >
              {plural('statusImagesDropped', imagesDropped, words.status)}
            </Button>
          ) : (
            words.status
          )}
        </p>
        {canUndo && (
          <Button look="quiet" onClick={() => void current.undo()}>
            {t('actionUndo')}
          </Button>
        )}
      </div>
      {words.isSentence ? (
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

/** Whether the list says already, with a button of its own, that the library can't be opened. */
const isToldByList = (page: CurrentPage, { trouble }: Shelf): boolean =>
  page.kind === 'failed' &&
  page.failure === 'library-unavailable' &&
  trouble.value === 'unavailable';

/** What can be done with the page as it is. */
function PageChoices({ model }: { readonly model: PagePanelModel }): JSX.Element | null {
  const { current, shelf, tools } = model;
  const page = current.page.value;
  const bookmark = current.bookmark.value;
  if (bookmark !== null && bookmark.trashedAt !== null) {
    return (
      <Button onClick={() => void tools.actions.restore(bookmark)}>{t('actionRestore')}</Button>
    );
  }
  switch (page.kind) {
    case 'saved':
      // The background has saved it; without a library, here nothing more can be done with it.
      if (shelf.trouble.value !== null) return null;
      return <PageActions model={model} page={page} />;
    case 'unsaved':
      return (
        <Button look="primary" onClick={current.save}>
          {t('actionSavePage')}
        </Button>
      );
    case 'not-loaded':
      return (
        <Button look="primary" onClick={current.saveAddress}>
          {t('actionSaveAddress')}
        </Button>
      );
    case 'failed':
    case 'unanswered':
      return (
        <Button look="primary" onClick={current.save}>
          {t('actionTryAgain')}
        </Button>
      );
    default:
      return null;
  }
}
