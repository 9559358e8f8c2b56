import type { BookmarkId } from '../../domain/bookmark';
import type { ColumnUses } from '../../domain/table-columns';

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

/** The choices before a person has chosen. */
export const NO_IMPORT_CHOICES: ImportJobChoices = {
  label: '',
  skipsDuplicates: true,
  isArchived: false,
  isRead: false,
  hasLabelsFromFolders: true,
  hasOneSpelling: true,
};

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
export interface ImportPartRow {
  readonly kind: 'import';
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
  /** The part of `added` that came from the trash. */
  readonly back: readonly BookmarkId[];
  readonly notTaken: readonly NotTaken[];
}
