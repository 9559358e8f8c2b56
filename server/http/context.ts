import type { Handler, Permission, Route, Routes } from '../../src/contract';
import type { Result } from '../../src/domain/result';
import type { TokenRow, UserRow } from '../storage';
import type { Exchange } from './exchange';
import type { Refusal } from './refusal';

/** The user who sent a valid token, and the permissions that it has. */
export interface Caller {
  readonly user: UserRow;
  readonly token: TokenRow;
  /** Sorted. */
  readonly permissions: readonly Permission[];
}

/** Tells whether `caller` has all permissions in `required`. */
export const hasPermissions = ({ permissions }: Caller, required: readonly Permission[]): boolean =>
  required.every((permission) => permissions.includes(permission));

/** Finds the caller of a request that is not public, or returns the refusal to send. */
export type Authenticate = (exchange: Exchange, route: Route) => Promise<Result<Caller, Refusal>>;

/** The context of a public route's handler. */
export type PublicContext = Exchange;

/** The context of any other route's handler, which includes the caller. */
export interface CallerContext extends Exchange {
  readonly caller: Caller;
}

type ContextOf<R extends Route> = R['access'] extends 'public' ? PublicContext : CallerContext;

/** Refuses clients that exceed a rate limit, before their body is read. */
export type RouteGuard = (exchange: Exchange) => Promise<Refusal | null>;

/** The guards of some routes of a tag. */
export type RouteGuards<T extends Routes> = { readonly [Name in keyof T]?: RouteGuard };

/** The handlers of the routes of a tag. A missing or misspelt handler does not compile. */
export type Handlers<T extends Routes> = {
  readonly [Name in keyof T]: Handler<T[Name], ContextOf<T[Name]>, Refusal>;
};
