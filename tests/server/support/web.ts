import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Served = Answer | { readonly type: string; readonly body: string | Uint8Array };

/** A web server on this machine. */
export interface Web {
  readonly port: number;
  /** The requested paths, in order. */
  readonly requests: string[];
  /** Returns the number of connections, including those without a request. */
  readonly connections: () => number;
  /** The responses by path. Other paths get 404. */
  readonly pages: Record<string, Served>;
  close(): Promise<void>;
}

/** Serves pages on `host`, an address of this machine. */
export async function startWeb(host = '127.0.0.1'): Promise<Web> {
  const requests: string[] = [];
  const pages: Record<string, Served> = {};
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const page = pages[path];
    if (typeof page === 'function') page(request, response);
    else if (page) response.writeHead(200, { 'content-type': page.type }).end(page.body);
    else response.writeHead(404).end();
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export const redirect =
  (location: string, status = 302): Answer =>
  (_request, response) =>
    void response.writeHead(status, { location }).end('elsewhere');
