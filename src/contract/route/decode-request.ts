import { decodeForm, decodeQuery } from '../form/decode';
import type { FormError } from '../form/error-body';
import type { FormSource } from '../form/input';
import type { HandlerInput } from './handler';
import type { Route } from './route';

/** A request to a route, before its fields are read. */
export interface RawRequest {
  /** As the router found them, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** What `readBody`, or the parts of a multipart body, gave; null when the route has no body. */
  readonly body: FormSource | null;
}

/** Why a request does not reach its handler. */
export type BadRequest =
  /** It names something that can't be: 404. */
  | { readonly kind: 'not-found' }
  /** `invalidAnswerOf` has the status and the kind of body. */
  | { readonly kind: 'invalid'; readonly form: FormError };

export type DecodedRequest<R extends Route> =
  | { readonly ok: true; readonly value: HandlerInput<R> }
  | { readonly ok: false; readonly error: BadRequest };

/** What the handler of `route` gets, or why it does not get it. */
export function decodeRequest<R extends Route>(route: R, raw: RawRequest): DecodedRequest<R> {
  const notFound = { ok: false, error: { kind: 'not-found' } } as const;
  for (const [name, schema] of Object.entries(route.params ?? {})) {
    if (!schema.safeParse(raw.params[name]).success) return notFound;
  }
  const query = decodeQuery(route.query ?? {}, raw.query);
  if (!query.ok) return route.namedByQuery ? notFound : invalid(query.error);
  const input = { params: raw.params, query: query.value };
  // Decoded by the very forms that `HandlerInput` is made of.
  if (!route.body || !raw.body)
    return { ok: true, value: { ...input, body: null } as HandlerInput<R> };
  const { form, rules } = route.body;
  const body = decodeForm(form, raw.body, rules);
  if (!body.ok) return invalid(body.error);
  return { ok: true, value: { ...input, body: body.value } as HandlerInput<R> };
}

const invalid = (form: FormError) => ({ ok: false, error: { kind: 'invalid', form } }) as const;
