import type { Hono } from 'hono';
import { MEDIA_CACHE_CONTROL } from '../../src/contract';
import { DAY_MS, SECOND_MS } from '../../src/domain';
import type { Env } from '../http/env';
import { honoPath, paramsReader } from '../http/route-path';
import { send } from '../http/send';
import { sendRefusal } from '../http/send-refusal';
import type { Server } from '../server';
import { answerPage } from './answer-page';
import { DEFAULT_ICON_PATH, ICON_PATH, icon } from './icon';
import type { PageRoute } from './page';
import { STYLESHEET_PATH, stylesheet } from './stylesheet';

/** Puts pages on `app`, and the style and the icon that they share. */
export function mountPages(app: Hono<Env>, server: Server, pages: readonly PageRoute[]): void {
  const forEver = `${MEDIA_CACHE_CONTROL}, immutable`;
  mountAsset(app, STYLESHEET_PATH, 'text/css; charset=utf-8', stylesheet, forEver);
  mountAsset(app, ICON_PATH, 'image/svg+xml', icon, forEver);
  mountAsset(
    app,
    DEFAULT_ICON_PATH,
    'image/svg+xml',
    icon,
    `public, max-age=${DAY_MS / SECOND_MS}`,
  );
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
}

function mountAsset(
  app: Hono<Env>,
  path: string,
  type: string,
  body: string,
  cacheControl: string,
): void {
  app.get(path, (c) => {
    c.set('path', path);
    const headers = { 'Cache-Control': cacheControl };
    return send(c.get('exchange'), { status: 200, type, body, headers });
  });
}
