import { SECOND_MS, type UnixMs } from '../../src/domain';

/**
 * The header of what was changed at `time`, when it ever was. Not while its second goes on: another
 * change in it would have the same date.
 */
export const lastModified = (
  time: UnixMs | null,
  now: UnixMs,
): { readonly 'Last-Modified'?: string } =>
  time === null || Math.floor(time / SECOND_MS) >= Math.floor(now / SECOND_MS)
    ? {}
    : { 'Last-Modified': new Date(time).toUTCString() };
