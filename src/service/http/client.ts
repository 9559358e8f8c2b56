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

/** The routes of a group without the pages, which only a signed-in browser opens. */
type CalledRoutes<T extends Routes> = {
  readonly [Name in keyof T as T[Name]['access'] extends 'session' ? never : Name]: T[Name];
};

/**
 * Every route of the service as a typed method, by group. A method takes the path ids, the query,
 * the body and the options in this order, as far as the route has them. It resolves to a `Result`
 * and rejects only on a programming error.
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
  // TypeScript cannot build a mapped type from entries; each group comes from the same table.
  return Object.fromEntries(groups) as Client;
}

/** Creates a client for one server, with the token of the connection. */
export const connectClient = (
  connection: Connection,
  transport: Transport = platformTransport,
): Client => createClient(createSender(connection, transport));

const calledRoutes = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).filter(([, { access }]: [string, Route]) => access !== 'session'),
  );
