import { type Running, serve } from '../../../server/serve';
import { api, oauth, oauthMetadata } from '../../../src/contract';
import {
  type ClientOf,
  type Connection,
  clientOfRoutes,
  createSender,
  LIMITS,
  platformTransport,
  type Sender,
  type Transport,
} from '../../../src/service';
import type { DATABASES } from '../../server/storage/support/databases';
import { startServer, type TestServer } from '../../server/support/test-server';

/** The platform's transport without noticeable waits. */
export const quick: Transport = {
  ...platformTransport,
  limits: { ...LIMITS, backOffMs: 1, maxRetryAfterMs: 1000, answerMs: 5000, stallMs: 5000 },
  sleep: async () => undefined,
};

/** All routes but the pages, which only a signed-in browser opens. */
export const ROUTES = { ...api, oauth: { ...oauthMetadata, ...oauth } };

/** A client of all routes, and its sender. */
export interface TestClient {
  readonly send: Sender;
  readonly client: ClientOf<typeof ROUTES>;
}

export function clientOf(connection: Connection, transport: Transport = quick): TestClient {
  const send = createSender(connection, transport);
  return { send, client: clientOfRoutes(ROUTES, send) };
}

/** The companion server on a local port. */
export interface RealServer {
  readonly t: TestServer;
  readonly base: string;
  as(token: string | null): TestClient;
  stop(): Promise<void>;
}

export async function startReal(
  database: (typeof DATABASES)[number][1],
  changes: Parameters<TestServer['another']>[0] = {},
  flags: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  const t = await startServer(database, { flags: { port: '0', ...flags } });
  const running: Running = await serve({ ...t.server, ...changes });
  const base = `http://127.0.0.1:${running.port}`;
  return {
    t,
    base,
    as: (token) => clientOf({ base, token }),
    async stop() {
      await running.stop(0);
      await t.remove();
    },
  };
}
