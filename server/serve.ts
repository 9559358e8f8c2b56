import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app';
import { createLimitedServer } from './connections';
import type { Server } from './server';

/** Existing clients put many ids into one address (protocol.md section 17): about 2,400 fit. */
const MAX_HEAD_BYTES = 64 * 1024;
/** The limit for the headers without the address. Some are parsed before authentication. */
const MAX_REQUEST_HEADER_BYTES = 16 * 1024;
/** No real client takes longer to send its headers. */
const HEADERS_TIMEOUT_MS = 20_000;
/** Proxies and clients keep connections for about as long. A request on one that was just closed is lost. */
const KEEP_ALIVE_MS = 75_000;
/** Connections are closed at the next check after their time has passed. */
const TIMEOUT_CHECK_MS = 5000;
/** Allows for a page with its images over a slow connection. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** Allows for a download that a person pauses. The answer may stay in memory until then. */
const STALL_TIMEOUT_MS = 5 * 60_000;

/**
 * Starts to listen at the configured address.
 * @throws Node's own error when it cannot, such as `EADDRINUSE`.
 */
export async function serve(server: Server) {
  const answer = getRequestListener(createApp(server).fetch);
  const options = {
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    stallTimeoutMs: STALL_TIMEOUT_MS,
  };
  let isStopping = false;
  const http = createLimitedServer(options, server, (incoming, outgoing) => {
    // Browsers would keep the connection, for example after the end of an event stream.
    outgoing.once('finish', () => isStopping && incoming.socket.end());
    return headerLength(incoming) > MAX_REQUEST_HEADER_BYTES
      ? outgoing.writeHead(431, { Connection: 'close' }).end()
      : answer(incoming, outgoing);
  });
  await listen(http, server.config.port, server.config.host);
  // The address of a TCP server is never a path.
  const { port } = http.address() as AddressInfo;
  return {
    port,
    /**
     * Stops accepting requests, waits up to `graceMs` for those in progress, and resolves when the
     * last connection is closed.
     */
    stop(graceMs: number) {
      isStopping = true;
      return stop(http, graceMs);
    },
  };
}

/** A running server. */
export type Running = Awaited<ReturnType<typeof serve>>;

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
