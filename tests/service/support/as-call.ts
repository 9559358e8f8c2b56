import { paramNames, type Route } from '../../../src/contract';
import type { TestRequest } from '../../server/contract/case';

/** Returns the arguments with which the client's method makes `request`. */
export function argumentsFor(route: Route, request: TestRequest): readonly unknown[] {
  const { pathname, searchParams } = new URL(request.path, 'http://leafmark.test');
  const pattern = route.path.replace(/[.+()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)');
  const params = new RegExp(`^${pattern}$`).exec(pathname)?.groups ?? {};
  const { accept } = Object.fromEntries(new Headers(request.headers));
  return [
    ...paramNames(route.path).map((name) => decodeURIComponent(params[name] ?? '')),
    ...(route.query ? [grouped(searchParams)] : []),
    ...(route.body ? [bodyOf(request)] : []),
    { ...(accept && { headers: { accept } }) },
  ];
}

function bodyOf({ json, form, body }: TestRequest): object {
  if (json !== undefined) return json as object;
  if (form !== undefined) return grouped(new URLSearchParams(form));
  return body instanceof FormData ? grouped(body) : {};
}

/** Values by name. A repeated name has a list of values. */
function grouped(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const known = values[name];
    values[name] = known === undefined ? value : [known, value].flat();
  }
  return values;
}
