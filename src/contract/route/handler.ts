import type * as z from 'zod/mini';
import type { Form } from '../form/field';
import type { FormValue } from '../form/form-types';
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
