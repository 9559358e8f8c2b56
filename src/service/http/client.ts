import {
  type Api,
  api,
  type CallsOf,
  callsOf,
  type Route,
  type Routes,
  type Table,
} from '../../contract';
import { type Connection, platformTransport, type Transport } from './connection';
import { createSender, type Sender } from './send';
import type { ServiceError } from './service-error';

/** The routes of a group without the pages: a browser opens them, where a person is signed in. */
type CalledRoutes<T extends Routes> = {
  readonly [Name in keyof T as T[Name]['access'] extends 'session' ? never : Name]: T[Name];
};

/**
 * Every route of the service as a typed method, by group. A method takes the ids of the path, the
 * query, the body and the options, in this order, as far as the route has them. It resolves to a
 * `Result` and rejects only for a fault of ours.
 */
export type Client = ClientOf<Api>;

type ClientOf<T extends Table> = {
  readonly [Group in keyof T]: CallsOf<CalledRoutes<T[Group]>, ServiceError>;
};

export function createClient(send: Sender): Client {
  const groups = Object.entries(api).map(([group, routes]) => [
    group,
    callsOf(calledRoutes(routes), send),
  ]);
  // A mapped type can't be built from entries; each group is made from the very same table.
  return Object.fromEntries(groups) as Client;
}

/** The client of one server, as one user or nobody. */
export const connectClient = (
  connection: Connection,
  transport: Transport = platformTransport,
): Client => createClient(createSender(connection, transport));

const calledRoutes = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).filter(([, { access }]: [string, Route]) => access !== 'session'),
  );
