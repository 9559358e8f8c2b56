import type { Hono } from 'hono';
import {
  type BadRequest,
  type BoundRoute,
  clientError,
  decodeRequest,
  type FormError,
  type HandlerAnswer,
  invalidAnswerOf,
  oauth,
  type Route,
  requestError,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import { inTurnOf } from '../processes/main-thread';
import { doneFor } from '../processes/task-queue';
import {
  type Authenticate,
  type Caller,
  type CallerContext,
  hasPermissions,
  type RouteGuard,
} from './context';
import { answerAfterConflict, type Env, type Exchange } from './exchange';
import {
  isRefusal,
  type Refusal,
  refuse,
  refuseLarge,
  refuseMuch,
  refuseSlow,
  sendRefusal,
} from './refusal';
import { type BodyLimits, readRequestBody } from './request-body';
import { honoPath, type Params, paramsReader } from './route-path';
import { type Outgoing, send, sendJson, sendJsonText } from './send';

/** Adds routes to `app`, below its base path. */
export function mountRoutes(
  app: Hono<Env>,
  authenticate: Authenticate,
  bound: readonly Bound[],
  limitsOf: (route: Route) => BodyLimits,
  isMissing: IsMissing,
): void {
  for (const [path, ofPath] of groupsByPath(bound)) {
    const readParams = paramsReader(path);
    for (const [method, candidates] of Map.groupBy(ofPath, ({ route }) => route.method)) {
      app.on(method, pathsOf(path), (c) => {
        const exchange = c.get('exchange');
        c.set('path', path);
        const chosen = choose(candidates, exchange);
        if (!chosen) return sendRefusal(exchange, refuse(404));
        c.set('route', chosen.route);
        const params = readParams(c.req.param());
        const limits = limitsOf(chosen.route);
        return answerRoute({ authenticate, isMissing }, chosen, exchange, params, limits);
      });
    }
    const allow = [...new Set(ofPath.map(({ route }) => route.method))].join(', ');
    app.on('ALL', pathsOf(path), (c) => {
      c.set('path', path);
      const headers = { Allow: allow };
      return sendRefusal(c.get('exchange'), { kind: 'message', status: 405, headers });
    });
  }
}

/** The patterns of a path for Hono. Some e-readers add a slash to paths of the catalogue. */
const pathsOf = (path: string): string[] =>
  path.startsWith('/opds') ? [honoPath(path), `${honoPath(path)}/`] : [honoPath(path)];

/** Chooses between routes of one method and path by the query parameter that selects them. */
const choose = (candidates: readonly Bound[], { url }: Exchange): Bound | undefined =>
  candidates.find(
    ({ route: { selectedBy } }) => selectedBy === undefined || url.searchParams.has(selectedBy),
  );

/**
 * Groups routes by path, in the order to mount them: names come before parameters, for example
 * `/bookmarks/labels` before `/bookmarks/{id}`.
 */
function groupsByPath(bound: readonly Bound[]): readonly (readonly [string, readonly Bound[]])[] {
  const groups = Map.groupBy(bound, ({ route }) => route.path);
  const rank = (path: string) => path.replace(/\{\w+\}/g, '\uffff');
  return [...groups].toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

export interface Bound extends BoundRoute<CallerContext, Refusal> {
  readonly guard?: RouteGuard | undefined;
}

/** Tells whether a path names something that its caller does not have. */
export type IsMissing = (route: Route, params: Params, caller: Caller) => Promise<boolean>;

interface Checks {
  readonly authenticate: Authenticate;
  readonly isMissing: IsMissing;
}

/**
 * Answers one request in this order: authentication, rate limit, body, validation, handler. Nothing
 * of the body is read before the first two have passed. A request with an invalid body for something
 * that does not exist gets a 404 (protocol.md section 18).
 */
async function answerRoute(
  { authenticate, isMissing }: Checks,
  { route, guard, handle }: Bound,
  exchange: Exchange,
  params: Params,
  limits: BodyLimits,
): Promise<Response> {
  const context = await contextFor(authenticate, route, exchange);
  if (!context.ok) return sendRefusal(exchange, context.error);
  const refused = await guard?.(exchange);
  if (refused) return sendRefusal(exchange, refused);
  const refuseInput = async (refusal: Refusal) => {
    const { caller } = context.value;
    const isUnknown = caller !== undefined && (await isMissing(route, params, caller));
    return sendRefusal(exchange, isUnknown ? refuse(404) : refusal);
  };
  const client =
    route.access === 'public' ? exchange.clientAddress : String(context.value.caller.user.id);
  const body = route.body
    ? await readRequestBody(exchange, route.body, limits, client)
    : EMPTY_BODY_ANSWER;
  if (body.kind === 'too-large') return sendRefusal(exchange, refuseLarge(body));
  if (body.kind === 'too-slow') return sendRefusal(exchange, refuseSlow);
  if (body.kind === 'too-much') return sendRefusal(exchange, refuseMuch);
  if (body.kind === 'invalid') return refuseInput(invalidForm(route, body.form));
  try {
    const decode = () =>
      decodeRequest(route, { params, query: exchange.url.searchParams, body: body.source });
    const isLarge = body.isLarge || exchange.url.search.length > MAX_SEARCH_WITHOUT_TURN;
    const input = isLarge ? await inTurnOf(client, decode) : decode();
    if (!input.ok) return await refuseInput(badRequest(route, input.error));
    const answer = await answerAfterConflict(
      () => doneFor(client, () => handle(input.value, context.value)),
      async () => {
        const again = await contextFor(authenticate, route, exchange);
        return again.ok ? doneFor(client, () => handle(input.value, again.value)) : again.error;
      },
    );
    return await (isRefusal(answer)
      ? sendRefusal(exchange, answer)
      : sendAnswer(exchange, route, answer));
  } finally {
    await body.dispose();
  }
}

/** Longer parameters are decoded in a turn of the client. */
const MAX_SEARCH_WITHOUT_TURN = 4096;

const EMPTY_BODY_ANSWER = {
  kind: 'read' as const,
  source: null,
  isLarge: false,
  dispose: () => Promise.resolve(),
};

async function contextFor(
  authenticate: Authenticate,
  route: Route,
  exchange: Exchange,
): Promise<Result<CallerContext, Refusal>> {
  const { access } = route;
  // The type of a public route's handler hides the missing caller.
  if (access === 'public') return ok(exchange as CallerContext);
  const caller = await authenticate(exchange, route);
  if (!caller.ok) return caller;
  const required = Array.isArray(access) ? access : [];
  if (!hasPermissions(caller.value, required)) return err(refuse(403));
  return ok({ ...exchange, caller: caller.value });
}

const badRequest = (route: Route, bad: BadRequest): Refusal =>
  bad.kind === 'not-found' ? refuse(404) : invalidForm(route, bad.form);

function invalidForm(route: Route, form: FormError): Refusal {
  const { kind, status } = invalidAnswerOf(route);
  if (kind === 'form') return { kind, status, form };
  const error = route === oauth.register ? clientError(form) : requestError(form);
  return { kind: 'oauth', status: 400, error };
}

function sendAnswer(
  exchange: Exchange,
  route: Route,
  answer: HandlerAnswer<Route>,
): Promise<Response> {
  const { status, headers } = answer;
  if ('json' in answer) return sendJsonText(exchange, status, answer.json, headers);
  if (route.answers[status]?.kind === 'json' && !('type' in answer)) {
    return sendJson(exchange, status, 'body' in answer ? answer.body : null, headers);
  }
  // With a type it is bytes or a page. `HandlerAnswer` ensures that the body is bytes or text.
  return send(exchange, answer as Outgoing);
}
