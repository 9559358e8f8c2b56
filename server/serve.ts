import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app';
import type { Server } from './server';

/** A server that listens. */
export interface Running {
  readonly port: number;
  /**
   * Takes no new requests, lets those that are being answered come to their end for `graceMs` at
   * most, and resolves when the last connection is closed.
   */
  stop(graceMs: number): Promise<void>;
}

/** Clients of today name all that they changed in one address: some thousand ids (protocol.md section 17). */
const MAX_HEAD_BYTES = 256 * 1024;
/** Of the headers without the address. Some are taken apart before anybody is known to ask. */
const MAX_HEADER_BYTES = 16 * 1024;
/** A header that takes longer than this comes from nobody we know. */
const HEADERS_TIMEOUT_MS = 20_000;
/** A page with its images over a slow line. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;

/**
 * Begins to listen where the configuration says.
 * @throws node's own error when it can't, such as `EADDRINUSE`.
 */
export async function serve(server: Server): Promise<Running> {
  const answer = getRequestListener(createApp(server).fetch);
  const http = createServer(
    {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    (incoming, outgoing) =>
      headerLength(incoming) > MAX_HEADER_BYTES
        ? outgoing.writeHead(431, { Connection: 'close' }).end()
        : answer(incoming, outgoing),
  );
  await listen(http, server.config.port, server.config.host);
  // A TCP server has an address of this kind, no path.
  const { port } = http.address() as AddressInfo;
  return { port, stop: (graceMs) => stop(http, graceMs) };
}

const headerLength = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, 0);

function listen(http: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function stop(http: HttpServer, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => http.closeAllConnections(), graceMs);
    http.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    http.closeIdleConnections();
  });
}
