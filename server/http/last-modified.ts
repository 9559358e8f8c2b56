import { SECOND_MS, type UnixMs } from '../../src/domain';

/**
 * The `Last-Modified` header for a change at `time`; none without a change. It is left out within the
 * second of the change, because another change in that second would have the same date.
 */
export const lastModified = (
  time: UnixMs | null,
  now: UnixMs,
): { readonly 'Last-Modified'?: string } =>
  time === null || Math.floor(time / SECOND_MS) >= Math.floor(now / SECOND_MS)
    ? {}
    : { 'Last-Modified': new Date(time).toUTCString() };
