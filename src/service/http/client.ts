import { type CallsOf, callsOf, clientApi, type Table } from '../../contract';
import { type Connection, platformTransport, type Transport } from './connection';
import { createSender, type Sender } from './send';
import type { ServiceError } from './service-error';

/**
 * Routes of the service as typed methods, by group. A method takes the path ids, the query, the body
 * and the options in this order, as far as the route has them. It resolves to a `Result` and rejects
 * only on a programming error.
 */
export type ClientOf<T extends Table> = {
  readonly [Group in keyof T]: CallsOf<T[Group], ServiceError>;
};

export type Client = ClientOf<typeof clientApi>;

export const createClient = (send: Sender): Client => clientOfRoutes(clientApi, send);

/** Makes a client of other groups of routes. */
export function clientOfRoutes<T extends Table>(table: T, send: Sender): ClientOf<T> {
  const groups = Object.entries(table).map(([group, routes]) => [group, callsOf(routes, send)]);
  // TypeScript cannot build a mapped type from entries; each group comes from the same table.
  return Object.fromEntries(groups) as ClientOf<T>;
}

/** Connects a client to one server, with the token of the connection. */
export const connectClient = (
  connection: Connection,
  transport: Transport = platformTransport,
): Client => createClient(createSender(connection, transport));
