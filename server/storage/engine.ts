import type { RawBuilder, SqlBool } from 'kysely';
import type { WordIndex } from './search/word-index';

/** What the two databases do differently. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  readonly words: WordIndex;
  /** Whether other transactions run at the same time, and rows have to be locked. */
  readonly locksRows: boolean;
  /** Whether a column has one of `values`, however many they are. */
  isAmong(column: string, values: readonly (string | number)[]): RawBuilder<SqlBool>;
}
