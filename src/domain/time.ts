import type { Brand } from './brand';

/** An instant in milliseconds since the Unix epoch. */
export type UnixMs = Brand<number, 'UnixMs'>;

export const unixMs = (value: number): UnixMs => Math.trunc(value) as UnixMs;

/** The begin of the first year, and the end of the last one, that a date of four digits can have. */
export const FIRST_TIME = -62_167_219_200_000;
export const LAST_TIME = 253_402_300_799_999;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time during which a deletion can be undone before it is sent to the server. */
export const UNDO_MS = 20 * SECOND_MS;
