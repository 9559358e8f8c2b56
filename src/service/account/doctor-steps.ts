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
  readonly signal?: AbortSignal | undefined;
}

/** The calls to the server under examination. */
export interface ServiceCalls {
  readonly send: Sender;
  readonly client: Client;
}

/** The steps of the doctor, in their order. */
export const DOCTOR_STEPS = [
  'reach',
  'service',
  'privacy',
  'version',
  'features',
  'clock',
  'token',
  'scopes',
  'read',
  'write',
  'registration',
  'redirect',
] as const;
export type Step = (typeof DOCTOR_STEPS)[number];
