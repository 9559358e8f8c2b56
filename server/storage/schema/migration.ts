/** The names of column types in a database. */
export interface ColumnTypes {
  /** A text that is compared by its bytes, so that both databases sort alike. */
  readonly text: string;
  /** Whole numbers up to 2^53. */
  readonly whole: string;
  readonly bytes: string;
  /** A number that the database assigns. */
  readonly serial: string;
}

/** One migration, forwards only. It never changes after its release. */
export interface Migration {
  readonly version: number;
  /** Statements for both databases. */
  readonly tables: (types: ColumnTypes) => readonly string[];
  /** Statements for one of them. */
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
}
