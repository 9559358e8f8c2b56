import { ok, type Result } from '../domain';
import type { Client, Sender, ServiceError } from '../service';

/** The server that is synced with, as one person. */
export interface SyncServer {
  readonly client: Client;
  /** What the client sends with. */
  readonly send: Sender;
}

/** Asks once what the server can do; a failure is asked again. */
export function featuresOf({
  client,
}: SyncServer): (signal: AbortSignal) => Promise<Result<readonly string[], ServiceError>> {
  let known: readonly string[] | null = null;
  return async (signal) => {
    if (known !== null) return ok(known);
    const answer = await client.info.read({ signal });
    if (!answer.ok) return answer;
    known = answer.value.body.features;
    return ok(known);
  };
}
