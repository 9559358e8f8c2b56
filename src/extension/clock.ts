import { type UnixMs, unixMs } from '../domain';

/** What time it is. One for all that compares instants with each other. */
export type Clock = () => UnixMs;

export const wallClock: Clock = () => unixMs(Date.now());
