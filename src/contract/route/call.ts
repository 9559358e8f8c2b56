import type * as z from 'zod/mini';
import type { Form, FormInput } from '../form/field';
import type { Answer, Body, JsonAnswer, MediaAnswer, ParamNames, Route, Routes } from './route';

type Simplify<T> = { [K in keyof T]: T[K] };
type Texts<Names extends readonly string[]> = { [I in keyof Names]: string };
type IsOptional<T> = Record<never, never> extends T ? true : false;

type QueryOf<R> = R extends { readonly query: infer F extends Form } ? FormInput<F> : never;
type BodyOf<R> = R extends { readonly body: Body<infer F> } ? FormInput<F> : never;

/**
 * The arguments of a call: the parameters of the path in order, then the query, then the body, as
 * far as the route has them.
 */
export type ArgumentsOf<R extends Route> = [
  ...Texts<ParamNames<R['path']>>,
  ...([QueryOf<R>] extends [never]
    ? []
    : IsOptional<QueryOf<R>> extends true
      ? [BodyOf<R>] extends [never]
        ? [query?: QueryOf<R>]
        : [query: QueryOf<R>]
      : [query: QueryOf<R>]),
  ...([BodyOf<R>] extends [never] ? [] : [body: BodyOf<R>]),
];

/** Options of a call that don't depend on the route. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A successful response as the client returns it. */
export type Answered<R extends Route> = {
  [Status in keyof R['answers'] & number]: Simplify<
    { readonly status: Status; readonly headers: Headers } & BodyField<R['answers'][Status]>
  >;
}[keyof R['answers'] & number];

type BodyField<A extends Answer> =
  A extends JsonAnswer<infer S>
    ? { readonly body: z.output<S> }
    : A extends MediaAnswer
      ? { readonly body: ReadableStream<Uint8Array> }
      : { readonly body: null };

/** One method for each route of a group. `E` is the type of the client's errors. */
export type CallsOf<T extends Routes, E> = {
  readonly [Name in keyof T]: (
    ...args: [...ArgumentsOf<T[Name]>, options?: CallOptions]
  ) => Promise<
    | { readonly ok: true; readonly value: Answered<T[Name]> }
    | { readonly ok: false; readonly error: E }
  >;
};

/** The arguments of a call, separated. */
export interface RouteRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** null when the route has no body. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly options: CallOptions;
}

/** Sends one request. The response must match the route's schemas. */
export type Send<E> = (
  route: Route,
  request: RouteRequest,
) => Promise<
  { readonly ok: true; readonly value: Answered<Route> } | { readonly ok: false; readonly error: E }
>;

/** Creates the methods of a group. Each separates its arguments and sends them. */
export function callsOf<T extends Routes, E>(routes: T, send: Send<E>): CallsOf<T, E> {
  const calls = Object.entries(routes).map(([name, route]) => [
    name,
    (...args: readonly unknown[]) => send(route, readArguments(route, args)),
  ]);
  // A mapped type can't be built from entries. `send` parses responses with the same routes, so the
  // types match.
  return Object.fromEntries(calls) as CallsOf<T, E>;
}

const PARAM = /\{(\w+)\}/g;

/** Returns the parameter names of a path, in order. */
export const paramNames = (path: string): readonly string[] =>
  [...path.matchAll(PARAM)].map(([, name = '']) => name);

/** Fills in the parameters of a path, each as one segment. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(PARAM, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function readArguments(route: Route, args: readonly unknown[]): RouteRequest {
  const names = paramNames(route.path);
  const rest = args.slice(names.length);
  const query = route.query ? rest.shift() : undefined;
  const body = route.body ? rest.shift() : undefined;
  // `ArgumentsOf` has already checked the types.
  return {
    params: Object.fromEntries(names.map((name, index) => [name, String(args[index])])),
    query: (query ?? {}) as Readonly<Record<string, unknown>>,
    body: route.body ? ((body ?? {}) as Readonly<Record<string, unknown>>) : null,
    options: (rest.shift() ?? {}) as CallOptions,
  };
}

/** A successful response that a route declares. */
export interface DeclaredAnswer {
  /** One of the route's own statuses. */
  readonly status: number;
  readonly answer: Answer;
}

/**
 * Returns the declared response for `status`, or null for an error status. Servers differ in the
 * 2xx status they send (protocol.md section 16: 201 for a 200), so an undeclared 2xx status counts
 * as the declared one.
 */
export function declaredAnswer(route: Route, status: number): DeclaredAnswer | null {
  const exact = route.answers[status];
  if (exact) return { status, answer: exact };
  if (status < 200 || status > 299) return null;
  const own = Object.entries(route.answers).find(([named]) => named.startsWith('2'));
  return own ? { status: Number(own[0]), answer: own[1] } : null;
}
