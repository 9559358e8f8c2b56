import type { sharing } from '../../src/contract';
import { addressKey, createLimiter, SHARED_BY_ADDRESS } from '../account/rate-limits';
import type { RouteGuards } from '../http/context';
import { refuseForNow } from '../http/refusal';
import type { Server } from '../server';

/** Limits the requests of one address, because anybody can open a link and making a page costs time. */
export const sharingGuards = (server: Server): RouteGuards<typeof sharing> => ({
  async page({ clientAddress }) {
    const limiter = createLimiter(server);
    const waitMs = await limiter.take(SHARED_BY_ADDRESS, addressKey(clientAddress));
    return waitMs === null ? null : refuseForNow(waitMs);
  },
});
