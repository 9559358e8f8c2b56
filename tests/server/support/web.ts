import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Served = Answer | { readonly type: string; readonly body: string | Uint8Array };

/** A web server on this machine. */
export interface Web {
  readonly port: number;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  /** How many connected, whether they asked for anything or not. */
  readonly connections: () => number;
  /** What it answers by path; 404 for others. */
  readonly pages: Record<string, Served>;
  close(): Promise<void>;
}

/** Serves pages on `host`, an address of this machine. */
export async function startWeb(host = '127.0.0.1'): Promise<Web> {
  const asked: string[] = [];
  const pages: Record<string, Served> = {};
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
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
    asked,
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
