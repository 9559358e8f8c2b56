import type { JSX } from 'preact';
import type { Bookmark } from '../../domain';
import { deferred } from '../components/deferred';
import { t } from '../strings';
import type { PagePanelModel } from './page-panel-model';
import type { Sheet } from './sheet-store';

const LabelsEditor = deferred(async () => (await import('../labels/labels-editor')).LabelsEditor);
const DetailsForm = deferred(async () => (await import('../details/details-form')).DetailsForm);
const CaptureDetails = deferred(
  async () => (await import('../report/capture-details')).CaptureDetails,
);

const NAMES = {
  labels: 'actionLabels',
  details: 'actionEdit',
  report: 'actionReport',
} as const satisfies Record<Sheet, string>;

interface PageSheetProps {
  readonly model: PagePanelModel;
  readonly bookmark: Bookmark;
  readonly sheet: Sheet;
}

/** What is open under the current page; it lies over the list, so that no row moves. */
export function PageSheet({ model, bookmark, sheet }: PageSheetProps): JSX.Element {
  const { shelf, sheets, tools } = model;
  const draft = sheets.draft.value;
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // The browser would close the popup with it.
    event.preventDefault();
    sheets.close();
  };
  return (
    <section class="page-sheet" aria-label={t(NAMES[sheet])} onKeyDown={closeOnEscape}>
      {sheet === 'labels' && draft && (
        <LabelsEditor
          bookmark={bookmark}
          known={shelf.labels.value}
          draft={draft}
          actions={tools.actions}
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
      {sheet === 'report' && <CaptureDetails model={model} bookmark={bookmark} />}
    </section>
  );
}
