/** How a column type is called. */
export interface ColumnTypes {
  /** Compares by its bytes, so that both databases put things in the same order. */
  readonly text: string;
  /** Whole numbers up to 2^53. */
  readonly whole: string;
  readonly bytes: string;
  /** A number the database gives. */
  readonly serial: string;
}

/** One step of the schema, forwards only. It never changes once it is released. */
export interface Migration {
  readonly version: number;
  /** Statements for both databases. */
  readonly tables: (types: ColumnTypes) => readonly string[];
  /** What one of them alone needs. */
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
}
