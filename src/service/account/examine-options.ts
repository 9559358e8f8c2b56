import type { Client } from '../http/client';
import type { Connection, Transport } from '../http/connection';
import type { Sender } from '../http/send';
import type { AppIdentity } from './register-app';

/** The input of the doctor. */
export interface ExamineOptions {
  readonly connection: Connection;
  readonly app: AppIdentity;
  /** The browser's redirect address; null if it has none. */
  readonly redirectUri: string | null;
  readonly transport: Transport;
  readonly newId: () => string;
  readonly signal?: AbortSignal;
}

/** The calls to the server under examination. */
export interface ServiceCalls {
  readonly send: Sender;
  readonly client: Client;
}
