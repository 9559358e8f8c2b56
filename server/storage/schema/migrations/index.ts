import type { Migration } from '../migration';
import { first } from './001-first';

/** Every step there ever was, in order. */
export const MIGRATIONS: readonly Migration[] = [first];

/** The schema this program works with. */
export const SCHEMA_VERSION = MIGRATIONS.length;
