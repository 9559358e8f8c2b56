import type { Hono } from 'hono';
import { MEDIA_CACHE_CONTROL } from '../../src/contract';
import type { Env } from '../http/env';
import { honoPath, paramsReader } from '../http/route-path';
import { send } from '../http/send';
import { sendRefusal } from '../http/send-refusal';
import type { Server } from '../server';
import { answerPage } from './answer-page';
import type { PageRoute } from './page';
import { STYLESHEET_PATH, stylesheet } from './stylesheet';

/** Puts pages on `app`, and the style that they share. */
export function mountPages(app: Hono<Env>, server: Server, pages: readonly PageRoute[]): void {
  app.get(STYLESHEET_PATH, (c) =>
    send(c.get('exchange'), {
      status: 200,
      type: 'text/css; charset=utf-8',
      body: stylesheet,
      headers: { 'Cache-Control': `${MEDIA_CACHE_CONTROL}, immutable` },
    }),
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
