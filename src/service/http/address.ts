import { encodePairs, fillPath, type Route, type RouteRequest } from '../../contract';

/**
 * The address of a request; null when one of its parameters can't be one, such as `..`, which
 * would lead to another route.
 */
export function addressOf(
  base: string,
  route: Route,
  { params, query }: Pick<RouteRequest, 'params' | 'query'>,
): string | null {
  for (const [name, value] of Object.entries(params)) {
    if (/^\.{0,2}$/.test(value) || !route.params?.[name]?.safeParse(value).success) return null;
  }
  const pairs = encodePairs(query).toString();
  return `${base.replace(/(?<!\/)\/+$/, '')}${fillPath(route.path, params)}${pairs === '' ? '' : `?${pairs}`}`;
}
