import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy port that counts the transferred bytes. */
export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  /** Bytes so far in both directions, including headers. */
  bytes(): number;
}

export async function countingProxy(toPort: number): Promise<CountingProxy> {
  let bytes = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => {
        bytes += chunk.byteLength;
      });
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // The address of a TCP server is never a string.
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
