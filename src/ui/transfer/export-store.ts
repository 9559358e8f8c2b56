import { signal } from '@preact/signals';
import type { Unwritten } from '../../domain/backup';
import type { BookmarkId } from '../../domain/bookmark';
// Not from the room's index, which brings all formats with it.
import type { ExportChoice, ExportFormat, MarkdownForm, TransferProblem } from '../../transfer';
import { downloadFile } from '../components/download';
import { readonly } from '../components/signals';
import { useStore } from '../components/use-store';
import type { Progress } from '../jobs/work-progress';
import { createMirror, isRecord, type MirrorStorage } from '../mirror';
import type { OnProgress, Transferred } from './transferred';

/** Writes files. The entrypoint implements it with a worker. */
export interface Exporter {
  write(
    choice: Omit<ExportChoice, 'settings'>,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Transferred<WrittenFile>;
}

export interface WrittenFile {
  readonly file: File;
  /** Number of pages in it. */
  readonly pages: number;
  /** Number of pages without a text that a file of articles leaves out, or without an address that one for browsers leaves out. */
  readonly leftOut: number;
  /** Records that a bundle leaves out. */
  readonly unwritten: Unwritten;
}

export type ExportState =
  | { readonly kind: 'choosing' }
  | ({ readonly kind: 'writing' } & Progress)
  | ({ readonly kind: 'written'; readonly format: ExportFormat } & WrittenFile)
  | { readonly kind: 'failed'; readonly problem: TransferProblem };

const MARKDOWN: MarkdownForm = { highlights: 'marks', layout: 'properties' };

/** The form of Markdown that a person chose last. */
const formMirror = (storage: MirrorStorage) =>
  createMirror<MarkdownForm>(storage, 'leafmark.markdown', (stored) => {
    if (!isRecord(stored)) return MARKDOWN;
    const { highlights, layout } = stored;
    return {
      highlights: highlights === 'quotes' ? highlights : MARKDOWN.highlights,
      layout: layout === 'heading' || layout === 'text' ? layout : MARKDOWN.layout,
    };
  });

interface ExportStoreDeps {
  readonly exporter: Exporter;
  /** Gives a file to the browser's downloads. */
  readonly save: (file: File) => void;
  readonly storage: MirrorStorage;
}

function createExportStore({ exporter, save, storage }: ExportStoreDeps) {
  const format = signal<ExportFormat>('bundle');
  const mirror = formMirror(storage);
  const markdown = signal(mirror.read());
  const state = signal<ExportState>({ kind: 'choosing' });
  let running: AbortController | null = null;
  const cancel = () => {
    running?.abort();
    running = null;
    state.value = { kind: 'choosing' };
  };
  return {
    format: readonly(format),
    state: readonly(state),
    markdown: readonly(markdown),
    /** Changes the form of Markdown, which the next export has, too. */
    form(change: Partial<MarkdownForm>) {
      markdown.value = { ...markdown.value, ...change };
      mirror.write(markdown.value);
    },
    choose(chosen: ExportFormat) {
      format.value = chosen;
      if (running === null) state.value = { kind: 'choosing' };
    },
    /**
     * @param ids null for the whole library
     * @param title the name of the list or the selection; null for a single page
     */
    async start(ids: readonly BookmarkId[] | null, title: string | null = null) {
      const run = new AbortController();
      running = run;
      state.value = { kind: 'writing', done: 0, all: null };
      const choice = { format: format.value, ids, title, markdown: markdown.value };
      const written = await exporter.write(choice, run.signal, (done, all) => {
        if (!run.signal.aborted) state.value = { kind: 'writing', done, all };
      });
      if (run.signal.aborted || written === null) return;
      running = null;
      if (!written.ok) {
        state.value = { kind: 'failed', problem: written.error };
        return;
      }
      state.value = { kind: 'written', format: choice.format, ...written.value };
      save(written.value.file);
    },
    cancel,
    /** Gives the file to the browser's downloads once more. */
    download() {
      if (state.value.kind === 'written') save(state.value.file);
    },
    dispose: () => running?.abort(),
  };
}

/** One export at a time. */
export type ExportStore = ReturnType<typeof createExportStore>;

/** Returns the store of a page or a menu; null until its code is loaded. */
export const useExportStore = (exporter: () => Promise<Exporter>, storage: MirrorStorage) =>
  useStore(
    exporter,
    (opened) => createExportStore({ exporter: opened, save: downloadFile, storage }),
    [exporter, storage],
  );
