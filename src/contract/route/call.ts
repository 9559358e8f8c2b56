import type * as z from 'zod/mini';
import type { Form, FormInput } from '../form/field';
import type { Answer, Body, JsonAnswer, MediaAnswer, ParamNames, Route, Routes } from './route';

type Simplify<T> = { [K in keyof T]: T[K] };
type Texts<Names extends readonly string[]> = { [I in keyof Names]: string };
type IsOptional<T> = Record<never, never> extends T ? true : false;

type QueryOf<R> = R extends { readonly query: infer F extends Form } ? FormInput<F> : never;
type BodyOf<R> = R extends { readonly body: Body<infer F> } ? FormInput<F> : never;

/** Ids of the path in its order, then the query, then the body: what of these the route has. */
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

/** What a call says besides what the route is about. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A good answer, as the client hands it on. */
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

/** One method for each route of a tag; `E` is what the client's errors are. */
export type CallsOf<T extends Routes, E> = {
  readonly [Name in keyof T]: (
    ...args: [...ArgumentsOf<T[Name]>, options?: CallOptions]
  ) => Promise<
    | { readonly ok: true; readonly value: Answered<T[Name]> }
    | { readonly ok: false; readonly error: E }
  >;
};

/** The arguments of a call, told apart. */
export interface RouteRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** null when the route has no body. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly options: CallOptions;
}

/** Sends one request; the answer must be the one that the route's schemas give. */
export type Send<E> = (
  route: Route,
  request: RouteRequest,
) => Promise<
  { readonly ok: true; readonly value: Answered<Route> } | { readonly ok: false; readonly error: E }
>;

/** The methods of a tag, each of which tells its arguments apart and sends them. */
export function callsOf<T extends Routes, E>(routes: T, send: Send<E>): CallsOf<T, E> {
  const calls = Object.entries(routes).map(([name, route]) => [
    name,
    (...args: readonly unknown[]) => send(route, readArguments(route, args)),
  ]);
  // A mapped type can't be built from entries; `send` parses answers by the very same routes.
  return Object.fromEntries(calls) as CallsOf<T, E>;
}

const PARAM = /\{(\w+)\}/g;

/** The names in a path, in order. */
export const paramNames = (path: string): readonly string[] =>
  [...path.matchAll(PARAM)].map(([, name = '']) => name);

/** A path with its parameters filled in, each as one segment. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(PARAM, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function readArguments(route: Route, args: readonly unknown[]): RouteRequest {
  const names = paramNames(route.path);
  const rest = args.slice(names.length);
  const query = route.query ? rest.shift() : undefined;
  const body = route.body ? rest.shift() : undefined;
  // Typed by `ArgumentsOf` where they are given.
  return {
    params: Object.fromEntries(names.map((name, index) => [name, String(args[index])])),
    query: (query ?? {}) as Readonly<Record<string, unknown>>,
    body: route.body ? ((body ?? {}) as Readonly<Record<string, unknown>>) : null,
    options: (rest.shift() ?? {}) as CallOptions,
  };
}

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
