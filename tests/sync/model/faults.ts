import type { Fetch } from '../support/world';

/** What a bad network, a proxy or a server in trouble have to work with. */
export interface Trouble {
  readonly fetch: Fetch;
  /** Has a request arrive later, out of order. */
  readonly later: (work: () => Promise<unknown>) => void;
  /** Time goes by until the client gives up. */
  readonly outwait: () => void;
}

type Fate = (request: Request, trouble: Trouble) => Promise<Response>;

const lost = () => new TypeError('fetch failed');

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ status, message: 'Not now' }, { status, headers });

const badGateway = () =>
  new Response('<html><h1>502 Bad Gateway</h1></html>', {
    status: 502,
    headers: { 'Content-Type': 'text/html' },
  });

/** No answer before the client's own limit; then, as of any request that is given up, an error. */
function silence({ signal }: Request, { outwait }: Trouble): Promise<never> {
  setImmediate(outwait);
  return new Promise((_, reject) => {
    const give = () => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
}

/** The first half of an answer, and then what `end` does. */
async function half(
  answer: Response,
  end: (controller: ReadableStreamDefaultController) => void,
): Promise<Response> {
  const bytes = await answer.bytes();
  const { status, headers } = answer;
  if (bytes.length === 0) return answer;
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isBegun) return end(controller);
        isBegun = true;
        controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}

/** After the server has acted, whatever it answered. */
const after =
  (fate: Fate): Fate =>
  async (request, trouble) => {
    await trouble.fetch(request);
    return fate(request, trouble);
  };

const unreachable: Fate = async () => {
  throw lost();
};

/** What can happen to a request before the server has heard of it. */
const UNHEARD = {
  unreachable,
  unheard: silence,
  'too-many': async () => refusal(429, { 'Retry-After': '30' }),
  broken: async () => refusal(500),
  'bad-gateway': async () => badGateway(),
  /** Told to sign in again, though nothing is wrong with the token. */
  'signed-out': async () => refusal(401),
  /** Refused for good, as it seems: a person decides how it goes on. */
  unwanted: async () => refusal(400),
} satisfies Record<string, Fate>;

/** What can happen to one that the server has acted on, or will. */
const HEARD = {
  reset: after(unreachable),
  unconfirmed: after(silence),
  'broken-after': after(async () => refusal(500)),
  'bad-gateway-after': after(async () => badGateway()),
  truncated: async (request, { fetch }) =>
    half(await fetch(request), (controller) => controller.close()),
  torn: async (request, { fetch }) =>
    half(await fetch(request), (controller) => controller.error(new TypeError('terminated'))),
  stalled: async (request, { fetch, outwait }) =>
    half(await fetch(request), () => void setImmediate(outwait)),
  twice: async (request, { fetch }) => {
    await fetch(request.clone());
    return fetch(request);
  },
  late: async (request, { fetch, later }) => {
    later(() => fetch(request));
    throw lost();
  },
} satisfies Record<string, Fate>;

const none: Fate = (request, { fetch }) => fetch(request);

export const FATES = { none, ...UNHEARD, ...HEARD };
export type Fault = keyof typeof FATES;

// The keys are those of the tables.
export const UNHEARD_FAULTS = Object.keys(UNHEARD) as readonly (keyof typeof UNHEARD)[];
export const HEARD_FAULTS = Object.keys(HEARD) as readonly (keyof typeof HEARD)[];
