import type { Hono } from 'hono';
import type { Route } from '../../src/contract';
import type { Server } from '../server';
import { answerRoute, type Bound } from './answer-route';
import type { Env } from './env';
import type { Exchange } from './exchange';
import { refuse } from './refusal';
import type { BodyLimits } from './request-body';
import { honoPath, paramsReader } from './route-path';
import { sendRefusal } from './send-refusal';

/** Adds routes to `app`, below its base path. */
export function mountRoutes(
  app: Hono<Env>,
  server: Server,
  bound: readonly Bound[],
  limitsOf: (route: Route) => BodyLimits,
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
        return answerRoute(server, chosen, exchange, params, limitsOf(chosen.route));
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
