import * as fc from 'fast-check';
import { noFields, paramNames, type Route } from '../../../src/contract';
import type { Sent } from '../support/test-server';
import { anyMultipart, sentParts } from './any-multipart';
import { anyOfForm } from './any-value';

/**
 * Any request to `route` that its parameters, query and form in the contract allow or nearly allow.
 */
export const requestTo = (route: Route) =>
  fc.record({
    /**
     * True if the request is for something that exists, so that the change itself is tried as well.
     */
    isExisting: fc.boolean(),
    params: fc.tuple(
      ...paramNames(route.path).map(() =>
        fc.oneof(
          // With an empty name, `.` or `..`, the address would be that of another route: the URL
          // parser removes segments of dots.
          fc
            .string({ unit: 'grapheme', minLength: 1 })
            .filter((name) => name !== '.' && name !== '..'),
          fc.stringMatching(/^[a-zA-Z0-9]{18,22}$/),
        ),
      ),
    ),
    query: anyOfForm(route.query ?? noFields),
    body: anyOfForm(route.body?.form ?? noFields),
    inParts: route.body ? anyMultipart(route.body.form) : fc.constant(null),
    as: fc.constantFrom('json', 'form', 'text', 'parts'),
    accept: fc.constantFrom('application/json', '*/*'),
  });

export type AnyRequest = ReturnType<typeof requestTo> extends fc.Arbitrary<infer T> ? T : never;

/**
 * Returns `existing`, the address of something that exists, or any address of the route if it is
 * undefined.
 */
export function pathOf(
  route: Route,
  { params, query }: AnyRequest,
  existing: URL | undefined,
): string {
  const path =
    existing?.pathname ??
    paramNames(route.path).reduce(
      (text, name, index) => text.replace(`{${name}}`, encodeURIComponent(String(params[index]))),
      route.path,
    );
  const pairs = pairsOf(query);
  // Without this parameter, another route would get the request.
  const { selectedBy } = route;
  if (selectedBy !== undefined && !pairs.has(selectedBy)) pairs.set(selectedBy, '');
  for (const [name, value] of existing?.searchParams ?? []) pairs.set(name, value);
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

/** Returns the body of a request, with its content type unless the contract sets one. */
export function bodyOf({ body, as, inParts }: AnyRequest): Sent {
  switch (as) {
    case 'json':
      return { json: body };
    case 'form':
      return { form: pairsOf(body) };
    case 'parts':
      return inParts ? sentParts(inParts) : {};
    default:
      return { body: JSON.stringify(body) };
  }
}

/** Returns the values as pairs of a query or of a form. */
export const pairsOf = (values: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [
        name,
        typeof item === 'object' ? JSON.stringify(item) : String(item),
      ]),
    ),
  );
