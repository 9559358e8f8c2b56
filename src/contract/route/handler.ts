import type * as z from 'zod/mini';
import { decodeForm, decodeQuery } from '../form/decode';
import type { FormError } from '../form/error-body';
import type { Form, FormValue } from '../form/field';
import type { FormSource } from '../form/input';
import type { Answer, Body, JsonAnswer, MediaAnswer, ParamNames, Route, Routes } from './route';

type Simplify<T> = { [K in keyof T]: T[K] };
type Nothing = Readonly<Record<never, never>>;

/** What a handler gets: decoded, within bounds. */
export interface HandlerInput<R extends Route> {
  readonly params: { readonly [Name in ParamNames<R['path']>[number]]: string };
  readonly query: R extends { readonly query: infer F extends Form } ? FormValue<F> : Nothing;
  readonly body: R extends { readonly body: Body<infer F> } ? FormValue<F> : null;
}

/** What a handler answers with: one of the route's good statuses and its body. */
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
      /** The same, made before: nobody looks at it again. Bytes are UTF-8. */
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

/** Answers requests of one route. `Context` is the server's own: who asks, storage, the request. */
export type Handler<R extends Route, Context, Refusal> = (
  input: HandlerInput<R>,
  context: Context,
) => Promise<HandlerAnswer<R> | Refusal> | HandlerAnswer<R> | Refusal;

/** One handler for each route of a tag: a missing or misspelt one does not compile. */
export type HandlersOf<T extends Routes, Context, Refusal> = {
  readonly [Name in keyof T]: Handler<T[Name], Context, Refusal>;
};

/** A route beside its handler, ready to be mounted. */
export interface BoundRoute<Context, Refusal> {
  readonly name: string;
  readonly route: Route;
  readonly handle: Handler<Route, Context, Refusal>;
}

/**
 * The routes of a tag with their handlers, in the order to mount them: of two with one method and
 * path, the one chosen by a parameter comes first.
 */
export function bindRoutes<T extends Routes, Context, Refusal>(
  routes: T,
  handlers: HandlersOf<T, Context, Refusal>,
): readonly BoundRoute<Context, Refusal>[] {
  const bound = Object.entries(routes).map(([name, route]) => ({
    name,
    route,
    // What a route decodes is what its handler takes: `HandlersOf` paired them by name.
    handle: handlers[name] as unknown as Handler<Route, Context, Refusal>,
  }));
  return bound.toSorted((a, b) => Number(!a.route.selectedBy) - Number(!b.route.selectedBy));
}

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
