import {
  type Client,
  type Connection,
  createClient,
  createSender,
  type Transport,
} from '../../service';

/** The calls to one server, as one person or nobody. */
export type CallsTo = (connection: Connection) => Client;

export const serviceCalls =
  (transport: Transport): CallsTo =>
  (connection) =>
    createClient(createSender(connection, transport));
