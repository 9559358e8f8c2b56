import type { RawBuilder, SqlBool } from 'kysely';
import type { WordIndex } from './search/word-index';

/** The columns of rows and what is in them. */
export type RowColumns<Row> = { readonly [Column in keyof Row & string]: 'text' | 'whole' };

/** What the two databases do differently. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  readonly words: WordIndex;
  /** Whether other transactions run at the same time, and rows have to be locked. */
  readonly locksRows: boolean;
  /** Whether a column has one of `values`, however many they are. */
  isAmong(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
  /** `rows` to be joined with, however many they are; texts have no NUL. */
  rows<Row extends object>(columns: RowColumns<Row>, rows: readonly Row[]): RawBuilder<Row>;
}
