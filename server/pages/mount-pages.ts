import type { Hono } from 'hono';
import { raw } from 'hono/html';
import { type Body, MEDIA_CACHE_CONTROL, noFields } from '../../src/contract';
import { DAY_MS, SECOND_MS } from '../../src/domain/time';
import { providerOf } from '../account/provider';
import { findVisitor, isFormToken } from '../account/session';
import { answerAfterConflict, type Env, type Exchange, isFromOwnPage } from '../http/exchange';
import { refuse, refuseLarge, refuseMuch, refuseSlow, sendRefusal } from '../http/refusal';
import { MAX_OPEN_FORM_BYTES, MAX_OPEN_MS, readRequestBody } from '../http/request-body';
import { honoPath, type Params, paramsReader } from '../http/route-path';
import { type OwnHeaders, send } from '../http/send';
import type { Server } from '../server';
import { headersOfFile, WEB_PAGE_HEADERS, type WebApp } from '../web/web-app';
import {
  DEFAULT_ICON_PATH,
  ICON_PATH,
  icon,
  PASSKEY_SCRIPT_PATH,
  passkeyScript,
  STYLESHEET_PATH,
  stylesheet,
} from './assets';
import { consentPages } from './consent';
import { devicePages } from './device';
import { httpsHelpPages } from './https-help';
import {
  formEntryOf,
  type PageAnswer,
  type PageRoute,
  renderPage,
  seeOther,
  show,
  signedInPage,
  type Visit,
} from './page';
import { passkeyPages } from './passkeys';
import { profilePages } from './profile';
import { providerPages } from './provider';
import { signInAddress } from './return-path';
import { setUpPages } from './set-up';
import { signInPages } from './sign-in';

/** Adds the pages to `app`, with their shared stylesheet and icon. */
export function mountPages(app: Hono<Env>, server: Server, pages: readonly PageRoute[]): void {
  const forEver = { 'Cache-Control': `${MEDIA_CACHE_CONTROL}, immutable` };
  mountAsset(app, STYLESHEET_PATH, 'text/css; charset=utf-8', stylesheet, forEver);
  mountAsset(app, PASSKEY_SCRIPT_PATH, 'text/javascript; charset=utf-8', passkeyScript, forEver);
  mountAsset(app, ICON_PATH, 'image/svg+xml', icon, forEver);
  mountAsset(app, DEFAULT_ICON_PATH, 'image/svg+xml', icon, {
    'Cache-Control': `public, max-age=${DAY_MS / SECOND_MS}`,
  });
  for (const [path, ofPath] of Map.groupBy(pages, (page) => page.path)) {
    const readParams = paramsReader(path);
    for (const page of ofPath) {
      app.on(page.method, honoPath(path), (c) => {
        c.set('path', path);
        return answerPage(server, page, c.get('exchange'), readParams(c.req.param()));
      });
    }
    const allow = ofPath.map(({ method }) => method).join(', ');
    app.all(honoPath(path), (c) =>
      sendRefusal(c.get('exchange'), { kind: 'message', status: 405, headers: { Allow: allow } }),
    );
  }
  if (server.webApp !== null) mountWebApp(app, server.webApp);
}

/** One route for all files, because a router takes its time for each of hundreds. */
function mountWebApp(app: Hono<Env>, { files }: WebApp): void {
  app.get('*', async (c, next) => {
    const exchange = c.get('exchange');
    const path = c.req.path.slice(exchange.base.prefix.length);
    const file = files.get(path);
    if (file === undefined) return next();
    c.set('path', path);
    const body = await file.read();
    return send(exchange, { status: 200, type: file.type, body, headers: headersOfFile(file) });
  });
}

function mountAsset(
  app: Hono<Env>,
  path: string,
  type: string,
  body: string | Uint8Array,
  headers: OwnHeaders,
): void {
  app.get(path, (c) => {
    c.set('path', path);
    return send(c.get('exchange'), { status: 200, type, body, headers });
  });
}

const ANY_FORM: Pick<Body, 'form' | 'types'> = { form: noFields, types: ['urlencoded'] };

/** Answers a request for a page. Forms of other sites are refused, and sign-in is required if needed. */
async function answerPage(
  server: Server,
  route: PageRoute,
  exchange: Exchange,
  params: Params,
): Promise<Response> {
  const isForm = route.method === 'POST';
  if (isForm && !isFromOwnPage(exchange)) return sendRefusal(exchange, refuse(403));
  const early = route.isOpen ? await route.guard?.(exchange) : null;
  if (early) return sendPage(exchange, early);
  const visitor = await findVisitor(server, exchange);
  // The body is not read before the person has signed in.
  if (!route.isOpen && visitor === null)
    return sendPage(exchange, seeOther(signInAddress(exchange)));
  const limits = {
    maxMs: MAX_OPEN_MS,
    maxBytes: MAX_OPEN_FORM_BYTES,
    maxTextBytes: MAX_OPEN_FORM_BYTES,
    folder: server.config.uploadDir,
  };
  const body = isForm
    ? await readRequestBody(exchange, ANY_FORM, limits, exchange.clientAddress)
    : null;
  if (body?.kind === 'too-large') return sendRefusal(exchange, refuseLarge(body));
  if (body?.kind === 'too-slow') return sendRefusal(exchange, refuseSlow);
  if (body?.kind === 'too-much') return sendRefusal(exchange, refuseMuch);
  if (body?.kind === 'invalid') return sendRefusal(exchange, refuse(400));
  try {
    const visit = { ...exchange, visitor, params, form: body?.source ?? null };
    const answer = await answerAfterConflict(
      () => answerTo(route, visit),
      async () => answerTo(route, { ...visit, visitor: await findVisitor(server, exchange) }),
    );
    return await sendPage(exchange, answer);
  } finally {
    await body?.dispose();
  }
}

async function answerTo(route: PageRoute, visit: Visit): Promise<PageAnswer> {
  if (route.isOpen) return route.answer(visit);
  const { visitor, form } = visit;
  if (visitor === null) return seeOther(signInAddress(visit));
  if (form && !isFormToken(visitor, formEntryOf(form, 'csrf'))) return refuse(403);
  return route.answer({ ...visit, visitor });
}

async function sendPage(exchange: Exchange, answer: PageAnswer): Promise<Response> {
  if ('kind' in answer) return sendRefusal(exchange, answer);
  if (answer.show === 'other') {
    return send(exchange, { status: answer.status, headers: { Location: answer.to } });
  }
  return send(exchange, {
    status: answer.status,
    type: 'text/html; charset=utf-8',
    body: await renderPage(answer.page),
    headers: {
      // A page is for one person and may be outdated a moment later.
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': answer.policy,
      ...answer.headers,
    },
  });
}

/** `renderPage` adds the document type. */
const shellOf = async ({ shell }: WebApp): Promise<string> =>
  Buffer.from(await shell.read())
    .toString()
    .replace(/^<!doctype html>/i, '');

/** Lists all pages for people and the handlers of their forms. */
export function pagesOf(server: Server): readonly PageRoute[] {
  const provider = providerOf(server);
  return [
    // The worker of the web app answers both once it is installed.
    ...['/', '/save'].map((path) =>
      signedInPage('GET', path, async ({ base }) =>
        server.webApp
          ? show(raw(await shellOf(server.webApp)), { headers: WEB_PAGE_HEADERS })
          : seeOther(base.url('/profile')),
      ),
    ),
    ...setUpPages(server),
    ...signInPages(server),
    ...providerPages(server, provider),
    ...passkeyPages(server),
    ...consentPages(server),
    ...devicePages(server),
    ...profilePages(server),
    ...httpsHelpPages(),
  ];
}
