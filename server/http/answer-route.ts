import {
  type BadRequest,
  type BoundRoute,
  clientError,
  decodeRequest,
  type FormError,
  type FormSource,
  type HandlerAnswer,
  invalidAnswerOf,
  oauth,
  type Route,
  requestError,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain';
import { findCaller, mayDo } from '../auth/caller';
import type { Server } from '../server';
import type { Admission, CallerContext } from './context';
import type { Exchange } from './exchange';
import { isRefusal, type Refusal, refuse } from './refusal';
import { type BodyLimits, readRequestBody } from './request-body';
import type { Params } from './route-path';
import { type Outgoing, send, sendJson, sendJsonText } from './send';
import { sendRefusal } from './send-refusal';

export interface Bound extends BoundRoute<CallerContext, Refusal> {
  readonly admit?: Admission | undefined;
}

/**
 * Answers one request in this order: authentication, rate limit, body, validation, handler. Nothing
 * of the body is read before the first two have passed.
 */
export async function answerRoute(
  server: Server,
  { route, admit, handle }: Bound,
  exchange: Exchange,
  params: Params,
  limits: BodyLimits,
): Promise<Response> {
  const context = await contextFor(server, route, exchange);
  if (!context.ok) return sendRefusal(exchange, context.error);
  const refused = await admit?.(exchange);
  if (refused) return sendRefusal(exchange, refused);
  const body = route.body ? await readRequestBody(exchange, route.body, limits) : NO_BODY;
  if (body.kind === 'too-large') return sendRefusal(exchange, refuse(413));
  if (body.kind === 'invalid') return sendRefusal(exchange, invalidForm(route, body.form));
  try {
    const query = exchange.url.searchParams;
    const input = decodeRequest(route, { params, query, body: body.source });
    if (!input.ok) return await sendRefusal(exchange, badRequest(route, input.error));
    const answer = await handle(input.value, context.value);
    return await (isRefusal(answer)
      ? sendRefusal(exchange, answer)
      : sendAnswer(exchange, route, answer));
  } finally {
    await body.dispose();
  }
}

const NO_BODY: { kind: 'read'; source: FormSource | null; dispose(): Promise<void> } = {
  kind: 'read',
  source: null,
  dispose: () => Promise.resolve(),
};

async function contextFor(
  server: Server,
  route: Route,
  exchange: Exchange,
): Promise<Result<CallerContext, Refusal>> {
  const { access } = route;
  // The type of a public route's handler hides the missing caller.
  if (access === 'public') return ok(exchange as CallerContext);
  const caller = await findCaller(server, exchange, route);
  if (!caller.ok) return caller;
  const wanted = Array.isArray(access) ? access : [];
  if (!mayDo(caller.value, wanted)) return err(refuse(403));
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
