import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { pdfjsFolder } from '../../capture/pdf/load-pdfjs';
import type { OriginalFile } from '../../domain/original-file';
import type { AssetRepository } from '../../library';
import { t } from '../strings';
import { openPdfDocument, type PdfDocument, type PdfPlace, type PdfState } from './pdf-document';
import { PdfToolbar } from './pdf-toolbar';
import './pdf.css';

/** The pages of a document, and the element in which they scroll. */
export interface OpenedPages {
  readonly document: PdfDocument;
  readonly container: HTMLElement;
}

interface PdfViewProps {
  readonly title: string;
  readonly original: OriginalFile;
  readonly assets: Pick<AssetRepository, 'get'>;
  /** Returns the place at which the pages are opened; null for the first page. */
  readonly start: () => PdfPlace | null;
  /** Called when a person has moved. The progress is in per cent. */
  readonly onPlace: (place: PdfPlace, progress: number) => void;
  /** Gets the document when its pages are shown, and null when it is closed. */
  readonly onOpen: (opened: OpenedPages | null) => void;
}

/** Shows the pages of a PDF as they are, at the place where a person was in them or in its text. */
export function PdfView(props: PdfViewProps): JSX.Element {
  const { title, original, assets } = props;
  const container = useRef<HTMLDivElement>(null);
  const document = useSignal<PdfDocument | null>(null);
  const isInverted = useSignal(isDarkTheme());
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (container.current === null) return;
    const opened = openPdfDocument(container.current, {
      folder: pdfjsFolder(location.href),
      read: () => assets.get(original.hash),
      start: latest.current.start(),
      onPlace: (place, progress) => latest.current.onPlace(place, progress),
    });
    document.value = opened;
    latest.current.onOpen({ document: opened, container: container.current });
    return () => {
      latest.current.onOpen(null);
      opened.dispose();
    };
  }, [original.hash, assets, document]);
  const state = document.value?.state.value ?? { kind: 'loading' };
  return (
    <div class="pdf-view stack">
      {document.value && (
        <PdfToolbar
          document={document.value}
          isOpen={state.kind === 'open'}
          isInverted={isInverted.value}
          onInvert={() => {
            isInverted.value = !isInverted.value;
          }}
        />
      )}
      <section class="pdf-box" aria-label={title}>
        {state.kind !== 'open' && <PdfNotice state={state} />}
        <div ref={container} class="pdf-pages" data-inverted={isInverted.value}>
          <div class="pdfViewer" />
        </div>
      </section>
    </div>
  );
}

const isDarkTheme = (): boolean =>
  getComputedStyle(document.documentElement).colorScheme === 'dark' ||
  (getComputedStyle(document.documentElement).colorScheme !== 'light' &&
    matchMedia('(prefers-color-scheme: dark)').matches);

/** Says why the pages are not shown. */
function PdfNotice({
  state,
}: {
  readonly state: Exclude<PdfState, { kind: 'open' }>;
}): JSX.Element {
  if (state.kind === 'loading') {
    return (
      <p class="pdf-notice" role="status">
        {t('pdfOpening')}
      </p>
    );
  }
  if (state.kind === 'failed') {
    return (
      <p class="pdf-notice" role="alert">
        {t(state.reason === 'missing' ? 'pdfMissing' : 'pdfDamaged')}
      </p>
    );
  }
  return <PdfLock isWrong={state.isWrong} unlock={state.unlock} />;
}

/** Asks for the password of a document. It is not stored. */
function PdfLock(props: Pick<Extract<PdfState, { kind: 'locked' }>, 'isWrong' | 'unlock'>) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      class="pdf-notice stack start"
      onSubmit={(event) => {
        event.preventDefault();
        props.unlock(field.current?.value ?? '');
        // A wrong one is typed anew.
        event.currentTarget.reset();
        field.current?.focus();
      }}
    >
      <p role={props.isWrong ? 'alert' : undefined}>
        {t(props.isWrong ? 'pdfWrongPassword' : 'pdfLocked')}
      </p>
      <p class="cluster">
        <input
          ref={field}
          class="field"
          type="password"
          autocomplete="off"
          aria-label={t('signInPassword')}
        />
        <button type="submit" class="button" data-look="primary">
          <span>{t('pdfUnlock')}</span>
        </button>
      </p>
    </form>
  );
}
