import type * as z from 'zod/mini';
import type { FieldMessages } from '../form/decode';
import type { Form, FormValue } from '../form/field';
import type { BodyType } from '../form/input';
import type { Permission } from '../permissions';
import type { RequestHeader, ResponseHeader } from './headers';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The callers of a route: anybody, a person signed in to the server's pages, any valid token, or a
 * token with all of the permissions.
 */
export type Access = 'public' | 'session' | 'token' | readonly Permission[];

/** The body of an error: `message`, `oauthError`, or the form with its errors. */
export type ErrorKind = 'message' | 'oauth' | 'form';

/** A JSON response with a schema. */
export interface JsonAnswer<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly kind: 'json';
  readonly schema: S;
  readonly sends: readonly ResponseHeader[];
  /** Clients that accept `text/html` get the same content as a page. */
  readonly isPageToo?: true;
}

/** Bytes or text with one of the media types. */
export interface MediaAnswer {
  readonly kind: 'media';
  readonly types: readonly string[];
  readonly sends: readonly ResponseHeader[];
}

/** A response without a body. */
export interface EmptyAnswer {
  readonly kind: 'empty';
  readonly sends: readonly ResponseHeader[];
}

export type Answer = JsonAnswer | MediaAnswer | EmptyAnswer;

export interface Body<F extends Form = Form> {
  readonly form: F;
  readonly types: readonly BodyType[];
  /**
   * Rules that concern several fields. Declared as a method, so that a body of any form is a
   * `Body`.
   */
  rules?(value: FormValue<F>): FieldMessages<F>;
}

/**
 * One route of the service. `path` is relative to the server's base address and includes `/api`.
 * `answers` declares the successful statuses, `errors` those errors that `errorsOf` can't derive.
 */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** Every 401 offers HTTP Basic, for clients that ask for a password only if it is offered. */
  readonly offersBasic?: true;
  /** A schema for each `{name}` in the path. A value that does not match is a 404. */
  readonly params?: Readonly<Record<string, z.ZodMiniType<string>>>;
  readonly query?: Form;
  /**
   * The name of a parameter that selects this route instead of another one with the same method and
   * path.
   */
  readonly selectedBy?: string;
  readonly body?: Body;
  readonly reads?: readonly RequestHeader[];
  readonly answers: Readonly<Record<number, Answer>>;
  /** An empty list removes a derived error. */
  readonly errors?: Readonly<Record<number, ErrorKind | readonly ErrorKind[]>>;
  /** True if the query names the resource, so invalid parameters are a 404. */
  readonly namedByQuery?: true;
  /** The response to invalid parameters or an invalid body; by default 422 with the form body. */
  readonly invalid?: { readonly status: 400; readonly kind: 'form' | 'oauth' };
}

/** `errors` of a route whose response is known from the start of the server, so it can't fail. */
export const neverFails = { 500: [], 503: [], 507: [] } as const;

export type Routes = Readonly<Record<string, Route>>;
export type Table = Readonly<Record<string, Routes>>;

type Sends<H extends readonly ResponseHeader[]> = { readonly sends: H };

// @__NO_SIDE_EFFECTS__
export const json = <S extends z.ZodMiniType, const H extends readonly ResponseHeader[] = []>(
  schema: S,
  sends?: H,
): JsonAnswer<S> & Sends<H> => ({ kind: 'json', schema, sends: orNone(sends) });

/** Like `json`, or a page for people. */
// @__NO_SIDE_EFFECTS__
export const jsonOrPage = <S extends z.ZodMiniType>(
  schema: S,
): JsonAnswer<S> & Sends<[]> & { readonly isPageToo: true } => ({
  ...json(schema),
  isPageToo: true,
});

// @__NO_SIDE_EFFECTS__
export const media = <
  const T extends readonly string[],
  const H extends readonly ResponseHeader[] = [],
>(
  types: T,
  sends?: H,
): MediaAnswer & { readonly types: T } & Sends<H> => ({
  kind: 'media',
  types,
  sends: orNone(sends),
});

// @__NO_SIDE_EFFECTS__
export const empty = <const H extends readonly ResponseHeader[] = []>(
  sends?: H,
): EmptyAnswer & Sends<H> => ({ kind: 'empty', sends: orNone(sends) });

// H is [] exactly when `sends` is undefined, because [] is the default of the type parameter.
const orNone = <H extends readonly ResponseHeader[]>(sends: H | undefined): H =>
  sends ?? ([] as readonly ResponseHeader[] as H);

/** A body in JSON, urlencoded or multipart, unless `types` restricts it. */
// @__NO_SIDE_EFFECTS__
export const body = <F extends Form>(
  form: F,
  { types = ['json', 'urlencoded', 'multipart'], rules }: Partial<Omit<Body<F>, 'form'>> = {},
): Body<F> => ({ form, types, ...(rules && { rules }) });

/** The parameter names of a path, in order. */
export type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...ParamNames<Rest>]
  : [];

/** A schema for each parameter of the path and no other. */
type ParamsOf<P extends string> =
  ParamNames<P> extends []
    ? { readonly params?: never }
    : { readonly params: Readonly<Record<ParamNames<P>[number], z.ZodMiniType<string>>> };

type ExtraParams<P extends string, R> = R extends { readonly params: infer S }
  ? Exclude<keyof S, ParamNames<P>[number]>
  : never;

/** Declares a route. Keeps literal types and checks the parameters against the path. */
// @__NO_SIDE_EFFECTS__
export const route = <
  const M extends Method,
  const P extends string,
  const R extends Omit<Route, 'method' | 'path'>,
>(
  method: M,
  path: P,
  declared: R & ParamsOf<P> & ([ExtraParams<P, R>] extends [never] ? unknown : never),
): R & { readonly method: M; readonly path: P } => ({ ...declared, method, path });

/** Returns the response to invalid parameters or an invalid body of `route`. */
export const invalidAnswerOf = (route: Route): { status: 400 | 422; kind: 'form' | 'oauth' } =>
  route.invalid ?? { status: 422, kind: 'form' };

/**
 * Returns all errors of a route by status: the declared ones, and those derived from its input: a
 * token (401, 403), an id or a name (404), parameters or a body (422 or 400), a body that is too
 * large (413), and server errors (500, 503, and 507 of a full disk where something is written).
 */
export function errorsOf(route: Route): Readonly<Record<number, readonly ErrorKind[]>> {
  const errors = new Map<number, readonly ErrorKind[]>([
    [500, ['message']],
    [503, ['message']],
  ]);
  if (route.method !== 'GET') errors.set(507, ['message']);
  if (route.access === 'token' || Array.isArray(route.access)) {
    errors.set(401, ['message']).set(403, ['message']);
  }
  if (route.params || route.namedByQuery) errors.set(404, ['message']);
  if (route.body) errors.set(413, ['message']);
  if ((route.query && !route.namedByQuery) || route.body) {
    const { status, kind } = invalidAnswerOf(route);
    errors.set(status, [kind]);
  }
  for (const [status, kinds] of Object.entries(route.errors ?? {})) {
    errors.set(Number(status), typeof kinds === 'string' ? [kinds] : kinds);
  }
  return Object.fromEntries(
    [...errors].filter(([, kinds]) => kinds.length > 0).toSorted(([a], [b]) => a - b),
  );
}
