import type { ErrorKind, Route } from './route';

/** How bad parameters or a bad body are refused on `route`. */
export const invalidAnswerOf = (route: Route): { status: 400 | 422; kind: 'form' | 'oauth' } =>
  route.invalid ?? { status: 422, kind: 'form' };

/**
 * Every refusal a route can answer with, by status: those it names, and those that follow from
 * what it takes: a token (401, 403), an id or a name (404), parameters or a body (422 or 400), a body that is
 * too large (413), and a server that can't (500, 503).
 */
export function errorsOf(route: Route): Readonly<Record<number, readonly ErrorKind[]>> {
  const errors = new Map<number, readonly ErrorKind[]>([
    [500, ['message']],
    [503, ['message']],
  ]);
  if (route.access === 'token' || Array.isArray(route.access)) {
    errors.set(401, ['message']).set(403, ['message']);
  }
  if (route.params || route.namedByQuery) errors.set(404, ['message']);
  if (route.body) errors.set(413, ['message']);
  if ((route.query && !route.namedByQuery) || route.body) {
    const { status, kind } = invalidAnswerOf(route);
    errors.set(status, [kind]);
  }
  for (const [status, kinds] of Object.entries(route.errors ?? {})) {
    errors.set(Number(status), typeof kinds === 'string' ? [kinds] : kinds);
  }
  return Object.fromEntries(
    [...errors].filter(([, kinds]) => kinds.length > 0).toSorted(([a], [b]) => a - b),
  );
}
