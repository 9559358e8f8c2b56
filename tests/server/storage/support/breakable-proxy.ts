import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server whose connections can be cut and restored. */
export interface BreakableProxy {
  /** The address of the server through the proxy. */
  readonly address: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Starts a proxy between the test and the server at `address`. */
export async function startBreakableProxy(address: string): Promise<BreakableProxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    // Both ends notice a broken connection themselves, so the error is not reported here.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    track(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    track(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const proxied = new URL(address);
  proxied.port = String(typeof bound === 'object' && bound ? bound.port : 0);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: proxied.href,
    cut() {
      isCut = true;
      drop();
    },
    restore() {
      isCut = false;
    },
    close() {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
