import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the service received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

/** An HTTP service on this machine. */
export interface OtherService {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  close(): Promise<void>;
}

export type Answer = (request: ReceivedRequest) => {
  readonly status?: number;
  readonly json: unknown;
};

/** Starts a service on a free port. `answer` returns the response to each request. */
export async function openService(answer: Answer): Promise<OtherService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url: path = '', headers } = request;
    const authorization = headers.authorization ?? '';
    const body = Buffer.concat(await request.toArray()).toString();
    requests.push({ method, path, authorization, body });
    const { status = 200, json } = answer({ method, path, authorization, body });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server is never a path.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sub`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
