import type { BookmarkId } from '../../domain/bookmark';
import type { ColumnUses } from '../../domain/table-columns';
import type { UnixMs } from '../../domain/time';
import type { GroupId } from './rows';

/** The person's choices for all bookmarks of an import. */
export interface ImportJobChoices {
  /** A label for every bookmark; empty for none. */
  readonly label: string;
  /** False: a page that is in the library already is added once more. */
  readonly skipsDuplicates: boolean;
  readonly isArchived: boolean;
  readonly isRead: boolean;
  /** For formats with folders: each folder is a label. */
  readonly hasLabelsFromFolders: boolean;
  /** Labels that differ only in case get one spelling. Absent in older imports. */
  readonly hasOneSpelling?: boolean | undefined;
  /** For tables: the use of each column, as a person has chosen. Absent: their names say it. */
  readonly columns?: ColumnUses | undefined;
}

/** An import of a file and how far it is. */
export interface ImportJob {
  /** Assigned by the database. */
  readonly id: number;
  readonly fileName: string;
  readonly format: string;
  readonly choices: ImportJobChoices;
  readonly startedAt: UnixMs;
  /** The background works on a job that is `running`. */
  readonly state: 'paused' | 'running' | 'finished' | 'undone';
  /** Its act in the log; null: it has changed nothing, or can be undone no more. */
  readonly group: GroupId | null;
  /** True if a person ended it before its end. */
  readonly isCancelled: boolean;
  /** Why the file could not be read to its end, or why a job is paused; null if there is no reason. */
  readonly problem: string | null;
  /** Number of rows in the file, and of those that are done. */
  readonly total: number;
  readonly done: number;
  /** True if several rows have one address. */
  readonly hasRepeats?: boolean;
  /** Number of bookmarks that were added. An undo counts back. */
  readonly added: number;
  /** Number of bookmarks of the library that got labels or notes. An undo counts back. */
  readonly joined?: number;
  /** Number of bookmarks that the library had already. `notTaken` contains them. */
  readonly here?: number;
  /** Number of rows that were not taken, or not as a whole. */
  readonly notTaken: number;
  /** Number of batches, which are stored in `importBatches`. An undo counts back those that added something. */
  readonly batches: number;
  /** Number of bookmarks that an undo left, because they were changed since. */
  readonly kept: number;
  /** Number of images in the added articles, and of those that are stored. */
  readonly images: number;
  readonly imagesKept: number;
  /** Number of batches whose images were requested. */
  readonly imageBatches: number;
}

/** True for one that goes on, or may go on. */
export const isUnfinishedImport = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'running' || state === 'paused';

/** An import as a person sees it. */
export interface ShownImport extends ImportJob {
  readonly isUndoing: boolean;
}

/** A row of a file that was not taken, or a part of it. */
export interface NotTaken {
  /** From 1, in the order of the file; null if only the address is known. */
  readonly row: number | null;
  readonly reason: string;
  /** The address, the beginning of the row, or its values that cannot be read. */
  readonly text: string;
}

/** The number of bookmarks and the labels that an import would bring. */
export interface ImportCounts {
  /** Number of rows of the file or the server, also of broken ones. */
  readonly rows: number;
  /** Number of bookmarks that are new. */
  readonly fresh: number;
  /** Number of bookmarks whose address is in the library. */
  readonly here: number;
  /** Number of bookmarks whose address occurs before in the import. */
  readonly twice: number;
  readonly articles: number;
  readonly highlights: number;
  readonly broken: number;
  /** The first broken rows. */
  readonly brokenRows: readonly NotTaken[];
  /** Labels that the library does not have, and that folders would be. */
  readonly newLabels: readonly string[];
  /** Labels that differ only in case, among each other or from one of the library: "music, Music". */
  readonly spellings: readonly string[];
}

/** The rows that were imported in one transaction. */
export interface ImportBatchRow {
  readonly job: number;
  /** From 0. */
  readonly number: number;
  /** The added bookmarks, with a hash of what a person can change. */
  readonly added: readonly {
    readonly id: BookmarkId;
    readonly mark: number;
    /** Only of one that came from the trash: its link to the server then. */
    readonly serverId?: string | null;
  }[];
  /** Those of `added` that came from the trash. */
  readonly back: readonly BookmarkId[];
  readonly notTaken: readonly NotTaken[];
}
