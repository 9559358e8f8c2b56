import type { Fetch } from '../support/world';
import { FATES, type Fault } from './faults';

/** A network that does to each request what it is told to, and nothing when it is told nothing. */
export interface Network {
  readonly through: (fetch: Fetch) => Fetch;
  /** What happens to the next requests, in their order. */
  plan(faults: readonly Fault[]): void;
  /** Runs `work` once, while the next request with `method` is under way. */
  during(method: string, work: () => Promise<void>): void;
  /** Lets requests arrive that were held up, the last first. */
  deliver(): Promise<void>;
  /** How many requests were made. */
  requests(): number;
}

/** `outwait` has time go by until a client gives up. */
export function createNetwork(outwait: () => void): Network {
  let planned: Fault[] = [];
  let interruption: { readonly method: string; readonly work: () => Promise<void> } | null = null;
  let requests = 0;
  const late: (() => Promise<unknown>)[] = [];
  const later = (work: () => Promise<unknown>) => void late.push(work);
  return {
    through: (fetch) => async (input, init) => {
      requests += 1;
      const fate = FATES[planned.shift() ?? 'none'];
      const request = new Request(input, init);
      const work = interruption?.method === request.method ? interruption.work : null;
      const answering = fate(request, { fetch, later, outwait });
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
    during(method, work) {
      interruption = { method, work };
    },
    requests: () => requests,
    async deliver() {
      for (let next = late.pop(); next; next = late.pop()) await next();
    },
  };
}
