import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { UNDO_MS } from '../../domain/time';
import type {
  BulkAction,
  BulkJob,
  BulkRepository,
  ChosenAction,
  GroupRow,
  LabelRename,
  Library,
  LibraryError,
  RecentChanges,
  Written,
} from '../../library';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { readonly } from '../components/signals';
import { whenSet } from '../components/use-store';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, plural, t } from '../strings';

interface BulkDeps {
  readonly library: Promise<Library>;
  readonly tools: ReadonlySignal<BookmarkListTools | null>;
  /** Runs `work` when no other page of the profile does so. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
}

interface Parts extends Pick<BookmarkListTools, 'act' | 'toasts'> {
  readonly bulk: BulkRepository;
  readonly changes: RecentChanges;
}

/** An action on many bookmarks, or its undo, that goes on. */
export interface BulkWork {
  readonly isUndo: boolean;
  /** Number of bookmarks, and of those that are done. */
  readonly total: number;
  readonly done: number;
  /** Number of transactions. */
  readonly parts: number;
}

/**
 * Starts jobs, and carries out those that are stored, and undos, also from a page that was closed. Every
 * page reports the end of every job and offers its undo, because the page that started it may be gone.
 */
export function createBulkStore(deps: BulkDeps) {
  const jobs = signal<readonly BulkJob[]>([]);
  const undoing = signal<readonly GroupRow[]>([]);
  const ended = new AbortController();
  const { run, problem } = createRunner(deps, ended.signal);
  const receive = createReporter(deps);
  /** The open jobs and undos that `run` was called for. */
  let asked: ReadonlySet<string> = new Set();

  // A page opens the library after its first paint, and the code of the library can wait as long.
  const repositories = deps.library.then(async (opened) => {
    const { bulkRepository, recentChanges } = await import('../../library');
    return { bulk: opened.part(bulkRepository), changes: opened.part(recentChanges) };
  });
  const parts = Promise.all([repositories, whenSet(deps.tools)]).then(
    ([opened, { act, toasts }]): Parts => ({ ...opened, act, toasts }),
  );

  function follow(opened: Parts, nextJobs: readonly BulkJob[], nextUndoing: readonly GroupRow[]) {
    const before = jobs.value;
    jobs.value = nextJobs;
    const undone = new Set(nextUndoing.map(({ id }) => id));
    // The background learns of each undo that has ended.
    for (const { id } of undoing.value) if (!undone.has(id)) void opened.act(ok(id));
    undoing.value = nextUndoing;
    receive(opened, nextJobs, before, ({ group }) => group !== null && undone.has(group));
    const open = [
      ...nextJobs.filter(isOpen).map(({ id }) => `job ${id}`),
      ...[...undone].map((id) => `undo ${id}`),
    ];
    const isAsked = open.every((one) => asked.has(one));
    asked = new Set(open);
    if (!isAsked) void run(opened);
  }

  void parts.then((opened) => {
    if (ended.signal.aborted) return;
    const stops = [
      opened.bulk.watchJobs((next) => batch(() => follow(opened, next, undoing.value))),
      opened.changes.watchUndoing((next) => batch(() => follow(opened, jobs.value, next))),
    ];
    ended.signal.addEventListener('abort', () => {
      for (const stop of stops) stop();
    });
  });

  async function start(begin: (bulk: BulkRepository) => Written<number | null>): Promise<void> {
    const opened = await parts;
    const begun = await begin(opened.bulk);
    if (!begun.ok) return opened.toasts.showError(t(LIBRARY_ERRORS[begun.error.kind]));
    if (begun.value === null) return opened.toasts.show(t('nothingToDo'));
    void run(opened);
  }

  return {
    /** The action or undo that is being carried out; null: none. */
    work: computed(() => workOf(jobs.value.find(isOpen), undoing.value[0])),
    /** Why `work` does not continue; null: it does. */
    problem: readonly(problem),
    act: (action: ChosenAction, ids: readonly BookmarkId[]) =>
      start((bulk) => bulk.start(action, ids)),
    relabel: (renames: readonly LabelRename[]) => start((bulk) => bulk.relabel(renames)),
    async cancel() {
      const opened = await parts;
      const job = jobs.value.find(isOpen);
      const [undone] = undoing.value;
      problem.value = null;
      const cancelled = job
        ? await opened.bulk.cancel(job.id)
        : undone && (await opened.changes.stopUndo(undone.id));
      if (cancelled === undefined) return;
      if (!cancelled.ok) problem.value = cancelled.error;
      // Other jobs may wait behind it.
      else void run(opened);
    },
    /** Continues after a problem. */
    retry() {
      problem.value = null;
      void parts.then(run);
    },
    dispose: () => ended.abort(),
  };
}

/** Carries out the stored jobs and undos, one page at a time. */
function createRunner({ alone }: Pick<BulkDeps, 'alone'>, ended: AbortSignal) {
  const problem = signal<LibraryError | null>(null);
  let isRunning = false;
  let isAskedAgain = false;

  async function run({ bulk, changes, toasts }: Omit<Parts, 'act'>): Promise<void> {
    if (ended.aborted || problem.value !== null) return;
    isAskedAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      await alone(async () => {
        const ran = await bulk.run(ended);
        const undone = ran.ok ? await changes.continueUndos(ended) : ran;
        if (!undone.ok) problem.value = undone.error;
        // The others are visible.
        else if (undone.value.some(({ group }) => group === null)) toasts.show(t('nothingToDo'));
      });
    } finally {
      isRunning = false;
    }
    // One may have been stored after the last one was looked for.
    if (isAskedAgain) void run({ bulk, changes, toasts });
  }
  return { run, problem };
}

/** Returns a function that reports the jobs that have ended, and forgets those that are gone. */
function createReporter({ now }: Pick<BulkDeps, 'now'>) {
  /** Jobs whose end was reported, or was too long ago. */
  const reported = new Set<number>();
  let isFirst = true;
  return (
    opened: Parts,
    jobs: readonly BulkJob[],
    before: readonly BulkJob[],
    isBeingUndone: (job: BulkJob) => boolean,
  ): void => {
    for (const job of jobs) {
      if (job.finishedAt === null || isBeingUndone(job)) {
        // Its undo may end early, and then it can be undone again.
        if (reported.delete(job.id)) opened.toasts.forget(subjectOf(job));
      } else if (!reported.has(job.id)) {
        reported.add(job.id);
        if (isFirst && now() - job.finishedAt >= UNDO_MS) continue;
        report(opened, job);
      }
    }
    for (const job of before) {
      if (jobs.some(({ id }) => id === job.id)) continue;
      opened.toasts.forget(subjectOf(job));
    }
    isFirst = false;
  };
}

/** The actions on many bookmarks, their progress and their one undo. */
export type BulkStore = ReturnType<typeof createBulkStore>;

/** Says how a job ended, and offers its undo. */
function report({ changes, act }: Parts, job: BulkJob): void {
  const { group } = job;
  void act(ok(job), {
    message: () => (job.changed === 0 ? t('nothingToDo') : bulkResultText(job)),
    ...(group !== null && { undo: () => changes.startUndo(group) }),
    about: subjectOf(job),
  });
}

const isOpen = ({ state }: BulkJob): boolean => state !== 'finished';

const subjectOf = ({ id }: BulkJob): string => `bulk ${id}`;

function workOf(job: BulkJob | undefined, undone: GroupRow | undefined): BulkWork | null {
  if (job) return { isUndo: false, total: job.total, done: job.done, parts: job.parts };
  if (undone === undefined) return null;
  const { changed, chunks } = undone;
  // They have about the same size.
  const total = Math.round((changed * chunks) / Math.max(1, chunks - undone.undone));
  return { isUndo: true, total, done: total - changed, parts: chunks };
}

/** Returns the message about a finished job. */
function bulkResultText({ action, changed, done, total }: BulkJob): string {
  if (done < total) return t('bulkStopped', formatNumber(changed), formatNumber(total));
  return t(resultKey(action), plural('bookmarks', changed));
}

/** Returns the words for what an action did to bookmarks. */
export function resultKey(action: BulkAction) {
  switch (action.kind) {
    case 'trash':
      return 'toastDeleted';
    case 'restore':
      return 'toastRestored';
    case 'purge':
      return 'toastPurged';
    case 'relabel':
      return action.isRemoval ? 'bulkLabelRemoved' : 'bulkRelabelled';
    case 'edit': {
      const { isArchived, isFavourite, readProgress, addLabels } = action.patch;
      if (isArchived !== undefined) return isArchived ? 'toastArchived' : 'toastUnarchived';
      if (isFavourite !== undefined) return isFavourite ? 'bulkFavoured' : 'bulkUnfavoured';
      if (readProgress !== undefined) return readProgress > 0 ? 'bulkRead' : 'bulkUnread';
      return addLabels === undefined ? 'bulkLabelRemoved' : 'bulkLabelled';
    }
  }
}
