import type { BookmarkId } from '../../domain/bookmark';
import type { UnixMs } from '../../domain/time';
import type { BulkAction, BulkPartRow } from './bulk-rows';
import type { ImportJobChoices, ImportPartRow } from './import-rows';
import type { GroupId } from './rows';
import type { SendJobFields } from './sent-rows';
import type { PageOutcome } from './wanted-rows';

/** The fields of all jobs. A job is a long task that is stored as a whole and goes on after a stop. */
interface JobState {
  /** Assigned by the database. */
  readonly id: number;
  /** A `running` job is worked on, by the background or by a page. */
  readonly state: 'running' | 'paused' | 'finished' | 'undone';
  /**
   * The reason why it is paused, or could not be done to its end. null: a person has paused it, or nothing is
   * wrong.
   */
  readonly problem: string | null;
  /** Number of things to do, and of those that are done. */
  readonly total: number;
  readonly done: number;
  /** Its act in the log; null: it has changed nothing, or cannot be undone any more. */
  readonly group: GroupId | null;
}

/** An action on many bookmarks. It counts bookmarks. */
export interface BulkJob extends JobState {
  readonly kind: 'bulk';
  readonly action: BulkAction;
  readonly state: 'running' | 'finished';
  /** Number of done bookmarks that the action changed. */
  readonly changed: number;
  /** Number of its parts, and of those that are done, which are the first ones. */
  readonly parts: number;
  readonly doneParts: number;
  /** When it was finished or cancelled; null before. */
  readonly finishedAt: UnixMs | null;
}

/** An import of a file or from a server. It counts rows, or the bookmarks of the server. */
export interface ImportJob extends JobState {
  readonly kind: 'import';
  readonly fileName: string;
  readonly format: string;
  readonly choices: ImportJobChoices;
  /** The name of the library into which its server is read. Only of an import from a server. */
  readonly source?: string;
  /** True when all of its server has been read into that library, which stays as it is then. */
  readonly isSourceRead?: boolean;
  readonly startedAt: UnixMs;
  /** True if a person ended it before its end. */
  readonly isCancelled: boolean;
  /** True if several rows have one address. */
  readonly hasRepeats?: boolean;
  /** True if its changes take too much room in the log, so that it cannot be undone. */
  readonly isTooLarge?: boolean;
  /** Number of bookmarks that were added. An undo counts back. */
  readonly added: number;
  /** Number of bookmarks of the library that got labels or notes. An undo counts back. */
  readonly joined?: number;
  /** Number of bookmarks that the library had already. `notTaken` contains them. */
  readonly here?: number;
  /** Number of rows that were not taken, or not as a whole. */
  readonly notTaken: number;
  /** Number of its parts. An undo counts back those that added something. */
  readonly parts: number;
  /** Number of bookmarks that an undo left, because they were changed since. */
  readonly kept: number;
  /** Number of images in the added articles, and of those that are stored. */
  readonly images: number;
  readonly imagesKept: number;
  /** Number of parts whose images were requested. */
  readonly imageParts: number;
  /** Only of a bundle. */
  readonly bundle?: BundleCounts;
}

/** How far the restore of a bundle is, beside what all imports count. */
export interface BundleCounts {
  /** True if the library was empty when it began: then it gets the settings of the bundle. */
  readonly wasEmpty: boolean;
  /** Number of bookmarks that went to the trash, or were there. */
  readonly inTrash: number;
  /** Number of images that the bundle does not have, or has with other bytes. */
  readonly missingImages: number;
  /** Number of records beside bookmarks that were added or completed. */
  readonly others: number;
  /** The settings of the person, as the bundle has them, until they are stored. */
  readonly settings: Readonly<Record<string, unknown>> | null;
}

/** Why a job that gets articles waits for a person. */
export type ArticlesProblem = 'not-allowed' | 'offline' | 'quota';

/** The one job of a library that gets the articles of pages. It counts pages. */
export interface ArticlesJob extends JobState {
  readonly kind: 'articles';
  readonly state: 'running' | 'paused' | 'finished';
  readonly problem: ArticlesProblem | null;
  /** True if the access to all sites was granted for this job and is to be given back. */
  readonly isBorrowed: boolean;
  /** Pages that a person asked for one by one: first in their hosts, and also while it is paused. */
  readonly asked: readonly BookmarkId[];
  /** Number of pages in each state. */
  readonly counts: Readonly<Record<'waiting' | PageOutcome, number>>;
}

/** The one job of a library that sends its highlights on. It counts pages. */
export interface SendJob extends JobState, SendJobFields {
  readonly kind: 'send';
  /** A `finished` one goes on when something has changed, or when a day is over. */
  readonly state: 'running' | 'paused' | 'finished';
  readonly problem: SendJobFields['problem'];
}

export type JobRow = BulkJob | ImportJob | ArticlesJob | SendJob;

type WithoutId<Row> = Row extends JobRow ? Omit<Row, 'id'> : never;

/** A job that is not stored yet. */
export type NewJob = WithoutId<JobRow>;

/** A part of a job that has some: what is left of it, or what it has done. */
export type JobPartRow = BulkPartRow | ImportPartRow;

export type JobKind = JobRow['kind'];

/** A record, so that the compiler asks for a new kind. */
const KNOWN_KINDS: Readonly<Record<JobKind, true>> = {
  bulk: true,
  import: true,
  articles: true,
  send: true,
};

/** False for a job of a kind that only another version knows. Nothing changes it. */
export const isKnownJob = ({ kind }: Pick<JobRow, 'kind'>): boolean =>
  Object.hasOwn(KNOWN_KINDS, kind);

export type JobOf<Kind extends JobKind> = Extract<JobRow, { readonly kind: Kind }>;

/** True for a job that goes on, or may go on. */
export const isOpenJob = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'running' || state === 'paused';

/** True if the background has to get pages. */
export const hasWork = (job: ArticlesJob | null | undefined): boolean =>
  job?.state === 'running' || (job?.asked ?? []).length > 0;

/** True if the access is to be given back: nothing needs it until a person allows it again. */
export const owesAccess = (job: ArticlesJob): boolean =>
  job.isBorrowed && !hasWork(job) && (job.state === 'finished' || job.problem === 'not-allowed');
