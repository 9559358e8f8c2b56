import type { Fetch } from '../support/world';

/** The means by which a fault acts on a request. */
export interface FaultContext {
  readonly fetch: Fetch;
  /** Schedules a request that arrives at the server later and out of order. */
  readonly later: (work: () => Promise<unknown>) => void;
  /** Lets the time pass after which the client gives up. */
  readonly timeOut: () => void;
}

type Behaviour = (request: Request, context: FaultContext) => Promise<Response>;

const networkError = () => new TypeError('fetch failed');

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ status, message: 'Not now' }, { status, headers });

const badGateway = () =>
  new Response('<html><h1>502 Bad Gateway</h1></html>', {
    status: 502,
    headers: { 'Content-Type': 'text/html' },
  });

/** Gives no answer before the client's timeout. Then it rejects, as any aborted request does. */
function silence({ signal }: Request, { timeOut }: FaultContext): Promise<never> {
  setImmediate(timeOut);
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Sends the first half of an answer and then calls `end`. */
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

/** Applies a fault after the server has processed the request. */
const after =
  (behaviour: Behaviour): Behaviour =>
  async (request, context) => {
    await context.fetch(request);
    return behaviour(request, context);
  };

const unreachable: Behaviour = async () => {
  throw networkError();
};

/** Faults before the server has received the request. */
const BEFORE_SERVER = {
  unreachable,
  'no-answer': silence,
  'too-many': async () => refusal(429, { 'Retry-After': '30' }),
  broken: async () => refusal(500),
  'bad-gateway': async () => badGateway(),
  /** The server asks for a new sign-in, although the token is valid. */
  'signed-out': async () => refusal(401),
  /** The server refuses the request permanently. A person decides how to go on. */
  rejected: async () => refusal(400),
} satisfies Record<string, Behaviour>;

/** Faults of requests that the server has processed or will process. */
const AFTER_SERVER = {
  reset: after(unreachable),
  'no-answer-after': after(silence),
  'broken-after': after(async () => refusal(500)),
  'bad-gateway-after': after(async () => badGateway()),
  truncated: async (request, { fetch }) =>
    half(await fetch(request), (controller) => controller.close()),
  torn: async (request, { fetch }) =>
    half(await fetch(request), (controller) => controller.error(new TypeError('terminated'))),
  stalled: async (request, { fetch, timeOut }) =>
    half(await fetch(request), () => void setImmediate(timeOut)),
  twice: async (request, { fetch }) => {
    await fetch(request.clone());
    return fetch(request);
  },
  late: async (request, { fetch, later }) => {
    later(() => fetch(request));
    throw networkError();
  },
} satisfies Record<string, Behaviour>;

const none: Behaviour = (request, { fetch }) => fetch(request);

export const BEHAVIOURS = { none, ...BEFORE_SERVER, ...AFTER_SERVER };
export type Fault = keyof typeof BEHAVIOURS;

// The keys are those of the tables.
export const FAULTS_BEFORE_SERVER = Object.keys(
  BEFORE_SERVER,
) as readonly (keyof typeof BEFORE_SERVER)[];
export const FAULTS_AFTER_SERVER = Object.keys(
  AFTER_SERVER,
) as readonly (keyof typeof AFTER_SERVER)[];
