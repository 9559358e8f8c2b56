import { SECOND_MS, type UnixMs, unixMs } from '../../src/domain';

/**
 * The moment from which `since` asks for changes: the beginning of its second, since clients keep
 * times in seconds. The same change may be told again, and none is missed (protocol.md section 11).
 */
export const sinceMoment = (since: number | undefined): UnixMs | null =>
  since === undefined ? null : unixMs(Math.floor(since / SECOND_MS) * SECOND_MS);
