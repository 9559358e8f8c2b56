import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server whose connections can be cut and restored. */
export interface BreakableProxy {
  /** The address of the server through the proxy. */
  readonly address: string;
  cut(): void;
  /** Ends new connections as an administrator does, in the packet that reports that they are open. */
  endWhenOpened(): void;
  restore(): void;
  close(): Promise<void>;
}

const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const FATAL = ['SFATAL', 'C57P01', 'Mterminating connection due to administrator command', '', ''];

/** Makes the message of PostgreSQL that ends a connection (its protocol calls it `ErrorResponse`). */
function endingMessage(): Buffer {
  const fields = Buffer.from(FATAL.join('\0'));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + length.length);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

/** Starts a proxy between the test and the server at `address`. */
export async function startBreakableProxy(address: string): Promise<BreakableProxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isCut = false;
  let endsOpened = false;
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
    near.pipe(far);
    const isEnded = endsOpened;
    far.on('data', (chunk: Buffer) => {
      if (isEnded && chunk.includes(READY)) near.end(Buffer.concat([chunk, endingMessage()]));
      else near.write(chunk);
    });
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
    endWhenOpened() {
      endsOpened = true;
      drop();
    },
    restore() {
      isCut = false;
      endsOpened = false;
    },
    close() {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
