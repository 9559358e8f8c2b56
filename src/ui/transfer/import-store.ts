import { signal } from '@preact/signals';
import { unixMs } from '../../domain/time';
import type { KnownFormat } from '../../formats';
import {
  type ImportCounts,
  type ImportJob,
  type ImportJobChoices,
  type ImportRepository,
  isOpenJob,
  type NewImport,
  NO_IMPORT_CHOICES,
  type RecentChanges,
  type ShownImport,
} from '../../library';
import type { ImportPreview, PreviewChoices, TransferProblem } from '../../transfer';
import { into, readonly } from '../components/signals';
import { fileToImport } from './pack-documents';
import type { Transferred } from './transferred';

/** Reads files. The entrypoint implements it with a worker. */
export interface Importer {
  /**
   * Reads a file without changing anything.
   *
   * @param format null: it is recognised
   */
  preview(
    file: File,
    format: KnownFormat | null,
    choices: PreviewChoices,
    signal: AbortSignal,
  ): Transferred<ImportPreview>;
  /** Counts what the import of a library would bring. */
  count(source: string, signal: AbortSignal): Transferred<ImportCounts>;
  /** Keeps a file and starts its import, on which the background works. */
  begin(file: File, job: NewImport, signal: AbortSignal): Transferred<void>;
  /** Forgets the file of an import that is not to go on. */
  forgetFile(job: number): Promise<void>;
}

/** A file whose preview is shown. */
export interface Previewed {
  readonly kind: 'previewed';
  readonly file: File;
  readonly preview: ImportPreview;
  /** The format that the file is read in, also before it is read again. */
  readonly format: KnownFormat;
  readonly choices: ImportJobChoices;
  /** True while the file is read again for other choices. The preview is the former one. */
  readonly isReading?: boolean;
}

export type ImportState =
  | { readonly kind: 'choosing' }
  /** A file is read for its preview, or kept for its import. */
  | { readonly kind: 'reading'; readonly fileName: string }
  | Previewed
  | { readonly kind: 'failed'; readonly fileName: string; readonly problem: TransferProblem };

interface ImportStoreDeps {
  readonly importer: Importer;
  readonly imports: ImportRepository;
  readonly changes: RecentChanges;
  /** Called when the library was changed. It wakes the background. */
  readonly onChanged: () => void;
}

export function createImportStore(deps: ImportStoreDeps) {
  const { importer, imports, changes, onChanged } = deps;
  const jobs = signal<readonly ShownImport[] | null>(null);
  const unwatch = imports.watch((all) => {
    // The background may have been stopped meanwhile.
    if (jobs.value === null && all.some(({ state }) => state === 'running')) onChanged();
    jobs.value = all;
  });
  const unknown = signal(0);
  const unwatchUnknown = imports.watchUnknown(into(unknown));
  const { state, choose, readAgain, begin, stop } = createReading(deps);

  return {
    state: readonly(state),
    /** All imports of the library, oldest first; null until they are known. */
    jobs: readonly(jobs),
    /** Number of long tasks of another version, which are left alone. */
    unknown: readonly(unknown),
    /** Reads a file, or documents, of which a preview is shown. */
    choose,
    async setFormat(format: KnownFormat) {
      if (state.value.kind !== 'previewed') return;
      // The columns were chosen for another reading of the file.
      await readAgain(state.value, format, { ...state.value.choices, columns: undefined });
    },
    async setChoices(changed: Partial<ImportJobChoices>) {
      const { value: shown } = state;
      if (shown.kind !== 'previewed') return;
      const choices = { ...shown.choices, ...changed };
      // Only these choices change what the file would bring.
      const isOther = changed.hasLabelsFromFolders !== undefined || changed.columns !== undefined;
      if (isOther) await readAgain(shown, shown.format, choices);
      else state.value = { ...shown, choices };
    },
    /** Closes the preview. */
    forget() {
      if (state.value.kind === 'previewed') state.value = { kind: 'choosing' };
    },
    /** Imports the file whose preview is shown. */
    async start() {
      if (state.value.kind === 'previewed') await begin(state.value);
    },
    async pause({ id }: ImportJob) {
      await imports.pause(id, null);
    },
    async goOn({ id }: ImportJob) {
      await imports.resume(id);
      onChanged();
    },
    /** The page of the library carries it out, as other undos. */
    async undo({ group }: ShownImport) {
      if (group !== null) await changes.startUndo(group);
    },
    /** Stops reading a file. */
    stop,
    /** Ends an import that is not to go on. What was added stays. */
    async end({ id }: ImportJob) {
      await imports.finish(id, { isCancelled: true, problem: null });
      await importer.forgetFile(id);
    },
    report: ({ id }: ImportJob) => imports.notTaken(id),
    dispose() {
      stop();
      unwatch();
      unwatchUnknown();
    },
  };
}

/** Works on one file at a time: reads it, or keeps it for an import. */
function createReading({ importer, onChanged }: Omit<ImportStoreDeps, 'imports' | 'changes'>) {
  const state = signal<ImportState>({ kind: 'choosing' });
  let running: AbortController | null = null;

  /** `work` returns the state that follows. */
  async function alone(work: (signal: AbortSignal) => Promise<ImportState>): Promise<void> {
    if (running !== null) return;
    const run = new AbortController();
    running = run;
    const next = await work(run.signal);
    if (running !== run) return;
    running = null;
    state.value = next;
  }

  /** Reads the file of a preview for other choices. What was asked before is not read to its end. */
  async function readAgain(
    { file, preview }: Previewed,
    format: KnownFormat,
    choices: ImportJobChoices,
  ): Promise<void> {
    running?.abort();
    running = null;
    // The form stays, and so does the focus in it.
    state.value = { kind: 'previewed', file, preview, format, choices, isReading: true };
    await read(file, format, choices);
  }

  const read = (file: File, format: KnownFormat | null, choices: ImportJobChoices) =>
    alone((signal) => previewOf(file, format, choices, signal));

  /** Returns the state with the preview of a file. */
  async function previewOf(
    file: File,
    format: KnownFormat | null,
    choices: ImportJobChoices,
    signal: AbortSignal,
  ): Promise<ImportState> {
    const fileName = file.name;
    if (!isReadAgain(state.value)) state.value = { kind: 'reading', fileName };
    const { hasLabelsFromFolders, columns } = choices;
    const asked = { hasLabelsFromFolders, columns };
    const found = await importer.preview(file, format, asked, signal);
    if (found === null) return { kind: 'choosing' };
    if (!found.ok) return { kind: 'failed', fileName, problem: found.error };
    const { value: preview } = found;
    // The other choices may have been changed meanwhile.
    const now = state.value.kind === 'previewed' ? state.value.choices : choices;
    return { kind: 'previewed', file, preview, format: preview.format, choices: now };
  }

  const choose = (files: readonly File[]) =>
    alone(async (signal): Promise<ImportState> => {
      const [first, ...others] = files;
      if (first === undefined) return { kind: 'choosing' };
      state.value = { kind: 'reading', fileName: first.name };
      try {
        const file = await fileToImport([first, ...others]);
        return await previewOf(file, null, NO_IMPORT_CHOICES, signal);
      } catch (error) {
        // A file that was moved, or that the person may not read.
        console.error(error);
        return { kind: 'failed', fileName: first.name, problem: 'unreadable' };
      }
    });

  return {
    state,
    choose,
    readAgain,
    begin: ({ file, preview, choices }: Previewed) =>
      alone(async (signal): Promise<ImportState> => {
        const { name: fileName } = file;
        const { format, rows: total, twice } = preview;
        const startedAt = unixMs(Date.now());
        const job = { fileName, format, choices, startedAt, total, hasRepeats: twice > 0 };
        state.value = { kind: 'reading', fileName };
        const begun = await importer.begin(file, job, signal);
        onChanged();
        if (begun === null || begun.ok) return { kind: 'choosing' };
        return { kind: 'failed', fileName, problem: begun.error };
      }),
    stop: () => running?.abort(),
  };
}

/** One import at a time. The background works on it, also when no page is open. */
export type ImportStore = ReturnType<typeof createImportStore>;

/** True while the preview of a former reading is shown. */
export const isReadAgain = (state: ImportState): boolean =>
  state.kind === 'previewed' && state.isReading === true;

/** True if no other import can begin. */
export const isUnfinished = (job: ShownImport): boolean => isOpenJob(job) || job.isUndoing;
