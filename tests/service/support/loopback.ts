import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** A server on this machine, for as long as a test takes. */
export interface Loopback {
  readonly base: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Answers with a listener of node's, for answers that no framework would give. */
export function listen(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener);
  return started(server, () => server.closeAllConnections());
}

export const listenWith = (answer: (request: Request) => Response | Promise<Response>) =>
  listen(getRequestListener(async (request) => answer(request)));

/** Answers each connection by hand, once the head of a request came. */
export function listenRaw(answer: (socket: Socket, n: number) => void): Promise<Loopback> {
  const open = new Set<Socket>();
  let n = 0;
  const server = createSocketServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', () => answer(socket, n++));
  });
  return started(server, () => {
    for (const socket of open) socket.destroy();
  });
}

async function started(
  server: ReturnType<typeof createSocketServer>,
  drop: () => void,
): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        drop();
      }),
  };
}
