import type { Fetch } from '../support/world';

/** What can happen to a request. */
export const FAULTS = [
  'none',
  'drop-before',
  'drop-after',
  'too-many',
  'broken',
  'bad-gateway',
  'truncated',
  'twice',
  'late',
] as const;
export type Fault = (typeof FAULTS)[number];

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

export function createNetwork(): Network {
  let planned: Fault[] = [];
  let requests = 0;
  const late: (() => Promise<unknown>)[] = [];
  const lost = () => new TypeError('fetch failed');
  return {
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      requests += 1;
      switch (planned.shift() ?? 'none') {
        case 'none':
          return fetch(request);
        case 'drop-before':
          throw lost();
        case 'drop-after':
          await fetch(request);
          throw lost();
        case 'too-many':
          return refusal(429, { 'Retry-After': '30' });
        case 'broken':
          return refusal(500);
        case 'bad-gateway':
          return new Response('<html><h1>502 Bad Gateway</h1></html>', {
            status: 502,
            headers: { 'Content-Type': 'text/html' },
          });
        case 'truncated':
          return truncated(await fetch(request));
        case 'twice':
          await fetch(request.clone());
          return fetch(request);
        case 'late':
          late.push(() => fetch(request));
          throw lost();
      }
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

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ status, message: 'Not now' }, { status, headers });

async function truncated(answer: Response): Promise<Response> {
  const bytes = await answer.bytes();
  const { status, headers } = answer;
  if (bytes.length === 0) return answer;
  return new Response(bytes.slice(0, Math.floor(bytes.length / 2)), { status, headers });
}
