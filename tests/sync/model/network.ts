import type { Fetch } from '../support/world';
import { BEHAVIOURS, type Fault } from './faults';

/** A network between a client and a server that applies the planned faults, and none otherwise. */
export interface Network {
  readonly through: (fetch: Fetch) => Fetch;
  /** Sets the faults of the next requests, in their order. */
  plan(faults: readonly Fault[]): void;
  /** Runs `work` once, while a request with `method` is under way that comes after `after` others. */
  during(method: string, after: number, work: () => Promise<void>): void;
  /** Lets no request with this method arrive from now on; null lets all arrive again. */
  cut(method: string | null): void;
  /** Sends the late requests to the server, the last one first. */
  deliver(): Promise<void>;
  /** The number of requests so far. */
  requests(): number;
  /**
   * Ends a round with what was planned for it: its faults, and the work during a request that it
   * did not make.
   * @throws an error if the round made more requests than any round needs
   */
  endRound(): void;
}

/** A round makes some tens. */
const MAX_REQUESTS = 500;

/** `timeOut` lets the time pass after which a client gives up. */
export function createNetwork(timeOut: () => void): Network {
  let planned: Fault[] = [];
  let interruption: { method: string; left: number; work: () => Promise<void> } | null = null;
  let isCut: string | null = null;
  let requests = 0;
  let requestsBefore = 0;
  const late: (() => Promise<unknown>)[] = [];
  const later = (work: () => Promise<unknown>) => void late.push(work);
  return {
    through: (fetch) => async (input, init) => {
      requests += 1;
      if (requests - requestsBefore > MAX_REQUESTS) throw new TypeError('fetch failed');
      const behaviour = BEHAVIOURS[planned.shift() ?? 'none'];
      const request = new Request(input, init);
      if (request.method === isCut) throw new TypeError('fetch failed');
      const isMeant = interruption?.method === request.method;
      const work = isMeant && interruption?.left === 0 ? interruption.work : null;
      if (isMeant && interruption) interruption.left -= 1;
      const answering = behaviour(request, { fetch, later, timeOut });
      if (work === null) return answering;
      interruption = null;
      const [answer] = await Promise.allSettled([answering, work()]);
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    },
    plan(faults) {
      planned = [...faults];
      interruption = null;
    },
    during(method, left, work) {
      interruption = { method, left, work };
    },
    cut(method) {
      isCut = method;
    },
    requests: () => requests,
    endRound() {
      const made = requests - requestsBefore;
      requestsBefore = requests;
      planned = [];
      interruption = null;
      if (made > MAX_REQUESTS) throw new Error('a round makes requests without an end');
    },
    async deliver() {
      for (let next = late.pop(); next; next = late.pop()) await next();
    },
  };
}
