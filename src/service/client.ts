import { type CallsOf, callsOf, type Route, type Routes, type Table } from '../contract';
import type { ServiceError } from './errors/service-error';
import type { Sender } from './http/send';

/** The routes of a group that a program calls; the others are pages, which a person opens. */
type CalledRoutes<T extends Routes> = {
  readonly [Name in keyof T as T[Name]['access'] extends 'session' ? never : Name]: T[Name];
};

/**
 * The service as typed methods, by group: ids of the path, then the query, then the body, then
 * what a call says besides. Each resolves to a `Result`; none rejects but for a fault of ours.
 */
export type Client<T extends Table> = {
  readonly [Group in keyof T]: CallsOf<CalledRoutes<T[Group]>, ServiceError>;
};

/** The methods of `routes`: the contract's whole `api`, or the groups that are wanted of it. */
export function createClient<T extends Table>(routes: T, send: Sender): Client<T> {
  const groups = Object.entries(routes).map(([group, table]) => [
    group,
    callsOf(calledRoutes(table), send),
  ]);
  // A mapped type can't be built from entries; each group is made from the very same table.
  return Object.fromEntries(groups) as Client<T>;
}

/** The routes of a group that are no pages. */
export const calledRoutes = (table: Routes): Routes =>
  Object.fromEntries(
    Object.entries(table).filter(([, { access }]: [string, Route]) => access !== 'session'),
  );
