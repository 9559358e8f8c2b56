import type { Fetch } from '../support/world';
import { FATES, type Fault } from './faults';

/** A network that does to each request what it is told to, and nothing when it is told nothing. */
export interface Network {
  readonly through: (fetch: Fetch) => Fetch;
  /** What happens to the next requests, in their order. */
  plan(faults: readonly Fault[]): void;
  /** Lets requests arrive that were held up, the last first. */
  deliver(): Promise<void>;
  /** How many requests were made. */
  requests(): number;
}

/** `outwait` has time go by until a client gives up. */
export function createNetwork(outwait: () => void): Network {
  let planned: Fault[] = [];
  let requests = 0;
  const late: (() => Promise<unknown>)[] = [];
  const later = (work: () => Promise<unknown>) => void late.push(work);
  return {
    through: (fetch) => (input, init) => {
      requests += 1;
      const fate = FATES[planned.shift() ?? 'none'];
      return fate(new Request(input, init), { fetch, later, outwait });
    },
    plan(faults) {
      planned = [...faults];
    },
    requests: () => requests,
    async deliver() {
      for (let next = late.pop(); next; next = late.pop()) await next();
    },
  };
}
