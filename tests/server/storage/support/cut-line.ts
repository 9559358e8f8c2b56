import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that can be cut, and mended. */
export interface CutLine {
  /** `address`, by way of the line. */
  readonly address: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Puts a line between the test and the server at `address`. */
export async function cutLine(address: string): Promise<CutLine> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // What a broken line says is what the test is about; it is heard at its ends.
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    keep(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const line = new URL(address);
  line.port = String(typeof bound === 'object' && bound ? bound.port : 0);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: line.href,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    close() {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
