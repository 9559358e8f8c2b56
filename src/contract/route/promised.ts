import type { Answer, Route } from './route';

/** What a good status of a route promises. */
export interface Promised {
  /** One of the route's own. */
  readonly status: number;
  readonly answer: Answer;
}

/**
 * What `status` promises; null when it is no good answer. Servers differ in which 2xx they choose
 * (protocol.md section 16: 201 for a 200): any that the route does not name is taken for its own.
 */
export function promisedBy(route: Route, status: number): Promised | null {
  const exact = route.answers[status];
  if (exact) return { status, answer: exact };
  if (status < 200 || status > 299) return null;
  const own = Object.entries(route.answers).find(([named]) => named.startsWith('2'));
  return own ? { status: Number(own[0]), answer: own[1] } : null;
}
