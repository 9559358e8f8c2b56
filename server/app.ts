import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { getPath } from 'hono/utils/url';
import { errorsOf, isBoundedPairs, type Route } from '../src/contract';
import { authenticate } from './account/authenticate';
import { ArticleWorkFailed } from './articles/article-work';
import { configuredBase } from './http/base-address';
import type { Authenticate } from './http/context';
import {
  beginExchange,
  type Env,
  type Exchange,
  type HostProblem,
  isFramedByOthers,
} from './http/exchange';
import { mountRoutes } from './http/mount-routes';
import { RETRY_AFTER_SECONDS, type Refusal, refuse, sendRefusal } from './http/refusal';
import { bodyLimitsOf } from './http/request-body';
import { send } from './http/send';
import { faultFields } from './ops/log';
import { renderErrorPage } from './pages/error-page';
import { mountPages, pagesOf } from './pages/mount-pages';
import { pageText } from './pages/text';
import { routesOf } from './routes';
import { mountOperations } from './routes/operations';
import type { Server } from './server';
import { type Repositories, SearchStopped, StorageUnavailable, type UserId } from './storage';
import { WORKER_PATH } from './web/web-app';

/** Creates the server as one function from a request to its answer. */
export function createApp(server: Server): Hono<Env> {
  const prefix = configuredBase(server.config)?.prefix ?? '';
  const app = new Hono<Env>({
    getPath: (request) => routedPath(getPath(request), prefix),
    // The default tries another router first, which cannot have names beside parameters.
    router: new TrieRouter(),
  });
  const refuseHost = hostRefuser(server);
  const identify: Authenticate = (exchange, route) => authenticate(server, exchange, route);
  app.use(async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    const begun = beginExchange(server.config, c.req.raw, peer, renderErrorPage);
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
  mountRoutes(
    below,
    identify,
    routesOf(server),
    (route) => bodyLimitsOf(route, server.config),
    (route, params, { user }) => isMissing(server.storage, user.id, route.path, params),
  );
  mountPages(below, server, pagesOf(server));
  app.notFound((c) => {
    const exchange = c.get('exchange');
    return isOfOtherPath(exchange) ? refuseOtherPath(prefix) : sendRefusal(exchange, refuse(404));
  });
  app.onError((fault, c) => answerFault(server, c.get('exchange'), c.get('route'), fault));
  return app;
}

/**
 * Tells whether a path of the API names a bookmark, an annotation or a collection that the user does
 * not have. Called only for requests that are refused anyway, so that others need no extra read.
 */
async function isMissing(
  { bookmarks, annotations, collections }: Repositories,
  userId: UserId,
  path: string,
  { id = '', annotationId }: Readonly<Record<string, string>>,
): Promise<boolean> {
  if (path.startsWith('/api/bookmarks/collections/{id}'))
    return (await collections.find(userId, id)) === null;
  if (!path.startsWith('/api/bookmarks/{id}')) return false;
  const bookmark = await bookmarks.find(userId, id);
  if (bookmark === null || annotationId === undefined) return bookmark === null;
  return (await annotations.find(bookmark.key, annotationId)) === null;
}

/**
 * Returns the path for routing: API paths may end with a slash (protocol.md section 1), and that of the
 * first page does.
 */
function routedPath(path: string, prefix: string): string {
  if (path === `${prefix}/`) return prefix || path;
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
      log.warn('request for an unknown host name', { asked, flag: '--base-url' });
    }
    // Plain text: a page would load its stylesheet from the same refused name.
    return refusedText(421, `${pageText('errorHost', config.host)}\n`);
  };
}

/** Tells whether a proxy has removed the path of the base address from a path, or has added it again. */
const isOfOtherPath = ({ url: { pathname }, base: { prefix } }: Exchange): boolean =>
  prefix !== '' &&
  (!pathname.startsWith(`${prefix}/`) || `${pathname}/`.startsWith(`${prefix}${prefix}/`));

// Plain text: a page would load its stylesheet through the same proxy.
const refuseOtherPath = (prefix: string) =>
  refusedText(404, `${pageText('errorPath', `${prefix}/`)}\n`);

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

/**
 * Answers requests that need no route: addresses with doubled slashes or without the one after the path
 * of the server, from which the relative addresses of the web app start, frames of other sites, and
 * service workers other than that of the web app.
 */
function answerEarly(exchange: Exchange): Promise<Response> | null {
  const clean = cleanAddress(exchange);
  if (clean === null) {
    const isRefused = isFramedByOthers(exchange) || isForeignWorker(exchange);
    return isRefused ? sendRefusal(exchange, refuse(403)) : null;
  }
  if (clean.length > MAX_CLEAN_ADDRESS) return sendRefusal(exchange, refuse(414));
  return send(exchange, { status: 308, headers: { Location: clean } });
}

const isForeignWorker = ({ headers, url, base }: Exchange): boolean =>
  headers.get('service-worker') !== null &&
  url.pathname !== new URL(base.url(WORKER_PATH)).pathname;

/** Real links are shorter. The answer would repeat the whole address. */
const MAX_CLEAN_ADDRESS = 8 * 1024;

/**
 * Removes doubled slashes from the path of an address, and adds the slash after that of the base
 * address; null when neither is needed (protocol.md section 1).
 * The URL parser has already resolved `.` and `..`.
 */
function cleanAddress({ url, base }: Exchange): string | null {
  const isBare = base.prefix !== '' && url.pathname === base.prefix;
  if (!isBare && !url.pathname.includes('//')) return null;
  const path = url.pathname.replace(/\/{2,}/g, '/');
  return base.origin + path + (isBare ? '/' : '') + url.search;
}

/** Starts to measure a request. The result counts and logs its answer, without its address. */
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

/** There is no `Retry-After`, because a disk stays full until somebody makes room. */
const DISK_FULL =
  'The disk of the server is full. Nothing that was saved before is lost. Send this request again when there is room';
const DISK_FULL_LATER =
  'The disk of the server is full. A part of this request was saved, and nothing that was saved before is lost. Send this request again when there is room: it does the rest';
/** Errors of the file system for a file of an upload. */
const DISK_FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** There is no `Retry-After`, because the same search would be stopped again. */
const SEARCH_TOO_LONG =
  'The search takes too long, so it was stopped. Search for fewer or longer words';

/** Logs an unexpected error and answers without its details. */
function answerFault(
  { log }: Pick<Server, 'log'>,
  exchange: Exchange,
  route: Route | undefined,
  fault: unknown,
): Promise<Response> {
  const at = { id: exchange.id, method: exchange.method, route: route?.path };
  if (fault instanceof StorageUnavailable) {
    log.error('storage unavailable', { ...at, reason: fault.reason, ...faultFields(fault) });
    if (fault.reason === 'full') {
      return sendRefusal(exchange, refuse(507, fault.isPartial ? DISK_FULL_LATER : DISK_FULL));
    }
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
    return sendRefusal(exchange, { kind: 'message', status: 503, headers });
  }
  if (fault instanceof SearchStopped) {
    log.warn('search stopped', { ...at, ...faultFields(fault) });
    return sendRefusal(exchange, refuse(503, SEARCH_TOO_LONG));
  }
  if (fault instanceof ArticleWorkFailed) {
    log.error('article work failed', { ...at, ...faultFields(fault) });
    return sendRefusal(exchange, refusalOf(fault));
  }
  if (fault instanceof Error && 'code' in fault && DISK_FULL_CODES.has(String(fault.code))) {
    log.error('no room for an upload', { ...at, ...faultFields(fault) });
    return sendRefusal(exchange, refuse(507, DISK_FULL));
  }
  log.error('fault', { ...at, ...faultFields(fault) });
  return sendRefusal(exchange, faultRefusal(route));
}

/** A lasting failure has no `Retry-After`, because another try would fail too. */
const refusalOf = ({ isLasting }: ArticleWorkFailed): Refusal =>
  isLasting
    ? refuse(503, 'The article takes too long or too much memory')
    : { kind: 'message', status: 503, headers: { 'Retry-After': RETRY_AFTER_SECONDS } };

const faultRefusal = (route: Route | undefined): Refusal =>
  route && errorsOf(route)[500]?.includes('oauth')
    ? { kind: 'oauth', status: 500, error: { error: 'server_error' } }
    : { kind: 'message', status: 500 };
