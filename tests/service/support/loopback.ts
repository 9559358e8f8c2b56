import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** A server on this machine that runs during a test. */
export interface Loopback {
  readonly base: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Answers with a listener of Node's, for answers that no framework sends. */
export function listen(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener);
  return started(server, () => server.closeAllConnections());
}

export const listenWith = (answer: (request: Request) => Response | Promise<Response>) =>
  listen(getRequestListener(async (request) => answer(request)));

/** Answers each connection with raw bytes, after the head of a request has arrived. */
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

/** Passes requests on to `target`, except those that `instead` answers. */
export const listenBefore = (
  target: string,
  instead: (request: Request) => Response | undefined,
): Promise<Loopback> =>
  listenWith(async (request) => {
    const answer = instead(request);
    if (answer) return answer;
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const hop of ['host', 'connection', 'transfer-encoding']) headers.delete(hop);
    const hasBody = request.method !== 'GET' && request.method !== 'DELETE';
    const passed = await fetch(target + pathname + search, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(hasBody && { body: await request.arrayBuffer() }),
    });
    const answered = new Headers(passed.headers);
    for (const changed of ['content-encoding', 'content-length']) answered.delete(changed);
    const { status } = passed;
    return new Response(status === 204 ? null : await passed.arrayBuffer(), {
      status,
      headers: answered,
    });
  });
