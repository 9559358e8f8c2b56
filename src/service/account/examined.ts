import type { Client } from '../http/client';
import type { Connection, Transport } from '../http/connection';
import type { Sender } from '../http/send';
import type { AppIdentity } from './register-app';

/** What the doctor looks at, and with what. */
export interface Examined {
  readonly connection: Connection;
  readonly app: AppIdentity;
  /** The browser's own; null where it has none. */
  readonly redirectUri: string | null;
  readonly transport: Transport;
  readonly newId: () => string;
  readonly signal?: AbortSignal;
}

/** The calls to the server, with the token and without. */
export interface Instruments {
  readonly send: Sender;
  readonly client: Client;
}
