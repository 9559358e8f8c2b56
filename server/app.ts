import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { isBoundedPairs } from '../src/contract';
import { isFramedByOthers } from './auth/origin';
import { answerFault } from './http/answer-fault';
import { configuredBase } from './http/base-address';
import type { Env } from './http/env';
import { beginExchange, type Exchange, type HostProblem } from './http/exchange';
import { bodyLimitsOf } from './http/limits';
import { mountRoutes } from './http/mount';
import { refuse } from './http/refusal';
import { send } from './http/send';
import { sendRefusal } from './http/send-refusal';
import { mountOperations } from './ops/mount-operations';
import { pagesOf } from './pages';
import { mountPages } from './pages/mount-pages';
import { words } from './pages/words';
import { routesOf } from './routes';
import type { Server } from './server';

/** The whole server as one function from a request to its answer. */
export function createApp(server: Server): Hono<Env> {
  const prefix = configuredBase(server.config)?.prefix ?? '';
  const app = new Hono<Env>({ getPath: (request) => routedPath(getPath(request), prefix) });
  const refuseHost = hostRefuser(server);
  app.use(async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    const begun = beginExchange(server.config, c.req.raw, peer);
    if (!begun.ok) return refuseHost(begun.error, c.req.raw.headers);
    const exchange = begun.value;
    if (!isBoundedPairs(exchange.url.search)) return c.text('URI Too Long\n', 414);
    c.set('exchange', exchange);
    const end = beginCount(server, exchange);
    const early = answerEarly(exchange);
    if (early) c.res = await early;
    else await next();
    end(c.res.status, c.get('path'));
    return undefined;
  });
  mountOperations(app, server);
  const below = app.basePath(prefix);
  mountRoutes(below, server, routesOf(server), (route) => bodyLimitsOf(route, server.config));
  mountPages(below, server, pagesOf(server));
  app.notFound((c) => sendRefusal(c.get('exchange'), refuse(404)));
  app.onError((fault, c) => answerFault(server, c.get('exchange'), c.get('route'), fault));
  return app;
}

/** The path to look up: a slash at its end means nothing to an app (protocol.md section 1). */
function routedPath(path: string, prefix: string): string {
  if (!path.endsWith('/') || !path.startsWith(`${prefix}/api/`)) return path;
  return path === `${prefix}/api/bookmarks/labels/` ? path : path.slice(0, -1);
}

/** Refuses a request that does not name a host of this server, before any other work. */
function hostRefuser({
  log,
  config,
}: Server): (problem: HostProblem, headers: Headers) => Response {
  let isWarned = false;
  return (problem, headers) => {
    if (problem === 'no-host') return refusedText(400, 'Bad Request\n');
    if (!isWarned) {
      // Logged once: the cause is the server's set-up, or a client that would fill the log.
      isWarned = true;
      const asked = headers.get('host')?.slice(0, MAX_LOGGED_HOST) ?? '';
      log.warn('asked at a name that is not its own', { asked, flag: '--base-url' });
    }
    // Plain text: a page would load its stylesheet from the same refused name.
    return refusedText(421, `${words('errorHost', config.host)}\n`);
  };
}

const MAX_LOGGED_HOST = 100;

const refusedText = (status: number, body: string) =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });

/** Answers requests that need no route: other spellings of an address, and frames of other sites. */
function answerEarly(exchange: Exchange): Promise<Response> | null {
  const clean = cleanAddress(exchange);
  if (clean === null) {
    return isFramedByOthers(exchange) ? sendRefusal(exchange, refuse(403)) : null;
  }
  if (clean.length > MAX_CLEAN_ADDRESS) return sendRefusal(exchange, refuse(414));
  return send(exchange, { status: 308, headers: { Location: clean } });
}

/** Longer than what anybody links to. The answer would repeat all of it. */
const MAX_CLEAN_ADDRESS = 8 * 1024;

/**
 * The address without doubled slashes in its path; null when it has none (protocol.md section 1).
 * The URL parser has taken `.` and `..` out already.
 */
function cleanAddress({ url, base }: Exchange): string | null {
  if (!url.pathname.includes('//')) return null;
  return base.origin + url.pathname.replace(/\/{2,}/g, '/') + url.search;
}

/** Counts an answer and, when it is a refusal, writes it down. Addresses stay out of both. */
function beginCount({ metrics, log }: Server, { id, method, clientAddress }: Exchange) {
  const began = performance.now();
  metrics.begin();
  return (status: number, route = 'none') => {
    const ms = performance.now() - began;
    metrics.end({ method, route, status, ms });
    const fields = { id, method, route, status, ms: Math.round(ms), client: clientAddress };
    if (status >= 400 && status < 500) log.info('refused', fields);
    else log.debug('answered', fields);
  };
}
