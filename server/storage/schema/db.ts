import type { Kysely } from 'kysely';
import type { Tables } from './tables';

/** The database, or one transaction of it. */
export type Db = Kysely<Tables>;
