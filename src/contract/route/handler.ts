import type * as z from 'zod/mini';
import { decodeForm, decodeQuery } from '../form/decode';
import type { FormError } from '../form/error-body';
import { type Form, type FormValue, noFields } from '../form/field';
import type { FormSource } from '../form/input';
import type { Answer, Body, JsonAnswer, MediaAnswer, ParamNames, Route, Routes } from './route';

type Simplify<T> = { [K in keyof T]: T[K] };
type Nothing = Readonly<Record<never, never>>;

/** The input of a handler: decoded and within bounds. */
export interface HandlerInput<R extends Route> {
  readonly params: { readonly [Name in ParamNames<R['path']>[number]]: string };
  readonly query: R extends { readonly query: infer F extends Form } ? FormValue<F> : Nothing;
  readonly body: R extends { readonly body: Body<infer F> } ? FormValue<F> : null;
}

/** The response of a handler: one of the route's successful statuses and its body. */
export type HandlerAnswer<R extends Route> = {
  [Status in keyof R['answers'] & number]: Simplify<
    { readonly status: Status } & Sent<R['answers'][Status]>
  >;
}[keyof R['answers'] & number];

type Sent<A extends Answer> = {
  readonly headers?: { readonly [H in A['sends'][number]]?: string | readonly string[] };
} & (A extends JsonAnswer<infer S>
  ?
      | { readonly body: z.output<S> }
      /** A body that is already serialised and is sent without validation. Bytes are UTF-8. */
      | { readonly json: string | Uint8Array }
      | (A extends { readonly isPageToo: true } ? Bytes : never)
  : A extends MediaAnswer
    ? Bytes
    : Nothing);

interface Bytes {
  /** The media type, with its parameters. */
  readonly type: string;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
}

/**
 * Handles requests to one route. `Context` is defined by the server: the user, storage, the
 * request.
 */
export type Handler<R extends Route, Context, Refusal> = (
  input: HandlerInput<R>,
  context: Context,
) => Promise<HandlerAnswer<R> | Refusal> | HandlerAnswer<R> | Refusal;

/** One handler for each route of a group. A missing or misspelt one is a compile error. */
export type HandlersOf<T extends Routes, Context, Refusal> = {
  readonly [Name in keyof T]: Handler<T[Name], Context, Refusal>;
};

/** A route with its handler, ready to be mounted. */
export interface BoundRoute<Context, Refusal> {
  readonly name: string;
  readonly route: Route;
  readonly handle: Handler<Route, Context, Refusal>;
}

/**
 * Returns the routes of a group with their handlers in mounting order: of two with the same method
 * and path, the one selected by a parameter comes first.
 */
export function bindRoutes<T extends Routes, Context, Refusal>(
  routes: T,
  handlers: HandlersOf<T, Context, Refusal>,
): readonly BoundRoute<Context, Refusal>[] {
  const bound = Object.entries(routes).map(([name, route]) => ({
    name,
    route,
    // `HandlersOf` pairs routes and handlers by name, so the types match.
    handle: handlers[name] as unknown as Handler<Route, Context, Refusal>,
  }));
  return bound.toSorted((a, b) => Number(!a.route.selectedBy) - Number(!b.route.selectedBy));
}

/** A request to a route before its fields are decoded. */
export interface RawRequest {
  /** The path parameters from the router, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /**
   * The result of `readBody`, or the parts of a multipart body; null when the route has no body.
   */
  readonly body: FormSource | null;
}

/** Why a request is not passed to its handler. */
export type BadRequest =
  /** A path parameter is invalid: 404. */
  | { readonly kind: 'not-found' }
  /** `invalidAnswerOf` returns the status and the kind of body. */
  | { readonly kind: 'invalid'; readonly form: FormError };

export type DecodedRequest<R extends Route> =
  | { readonly ok: true; readonly value: HandlerInput<R> }
  | { readonly ok: false; readonly error: BadRequest };

/** Decodes the input for the handler of `route`, or returns why the request is invalid. */
export function decodeRequest<R extends Route>(route: R, raw: RawRequest): DecodedRequest<R> {
  const notFound = { ok: false, error: { kind: 'not-found' } } as const;
  for (const [name, schema] of Object.entries(route.params ?? {})) {
    if (!schema.safeParse(raw.params[name]).success) return notFound;
  }
  const query = decodeQuery(route.query ?? noFields, raw.query);
  if (!query.ok) return route.namedByQuery ? notFound : invalid(query.error);
  const input = { params: raw.params, query: query.value };
  // The types of `HandlerInput` are derived from the same forms.
  if (!route.body || !raw.body)
    return { ok: true, value: { ...input, body: null } as HandlerInput<R> };
  const { form, rules } = route.body;
  const body = decodeForm(form, raw.body, rules);
  if (!body.ok) return invalid(body.error);
  return { ok: true, value: { ...input, body: body.value } as HandlerInput<R> };
}

const invalid = (form: FormError) => ({ ok: false, error: { kind: 'invalid', form } }) as const;
