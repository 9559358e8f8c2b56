import * as fc from 'fast-check';
import { paramNames, type Route } from '../../../src/contract';
import type { Sent } from '../support/test-server';
import { anyMultipart, sentParts } from './any-multipart';
import { anyOfForm } from './any-value';

/** Any request to `route`, by what the contract says of it. */
export const requestTo = (route: Route) =>
  fc.record({
    /** Whether it is about something that there is: what is done to it is then tried, too. */
    isThere: fc.boolean(),
    params: fc.tuple(
      ...paramNames(route.path).map(() =>
        fc.oneof(
          // Without it the address is that of the list.
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.stringMatching(/^[a-zA-Z0-9]{18,22}$/),
        ),
      ),
    ),
    query: anyOfForm(route.query ?? {}),
    body: anyOfForm(route.body?.form ?? {}),
    inParts: route.body ? anyMultipart(route.body.form) : fc.constant(null),
    as: fc.constantFrom('json', 'form', 'text', 'parts'),
    accept: fc.constantFrom('application/json', '*/*'),
  });

export type AnyRequest = ReturnType<typeof requestTo> extends fc.Arbitrary<infer T> ? T : never;

/** `there`: the address of something that there is; undefined: any address of the route. */
export function pathOf(
  route: Route,
  { params, query }: AnyRequest,
  there: URL | undefined,
): string {
  const path =
    there?.pathname ??
    paramNames(route.path).reduce(
      (text, name, index) => text.replace(`{${name}}`, encodeURIComponent(String(params[index]))),
      route.path,
    );
  const pairs = pairsOf(query);
  // Without it the request is to another route.
  const { selectedBy } = route;
  if (selectedBy !== undefined && !pairs.has(selectedBy)) pairs.set(selectedBy, '');
  for (const [name, value] of there?.searchParams ?? []) pairs.set(name, value);
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

/** The body of a request, and its type where it has one. */
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

/** Values as a query or a form has them. */
export const pairsOf = (values: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item): [string, string] => [
        name,
        typeof item === 'object' ? JSON.stringify(item) : String(item),
      ]),
    ),
  );
