import type { Server as HttpServer, IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './account/rate-limits';
import type { Config } from './config/config';
import { plainAddress } from './config/networks';
import { clientAddressOf } from './http/base-address';
import type { Server } from './server';

/** The connections of one process. Each can keep the head of an unfinished request in memory. */
const MAX_CONNECTIONS = 2000;
/** The connections of one client. All people of an office can have the same address. */
export const MAX_OPEN_PER_CLIENT = 200;
/** A connection is closed after this many requests. */
const MAX_REQUESTS = 1000;
/** The requests that may wait for their turn on a connection. Today's clients send one at a time. */
export const MAX_WAITING = 16;

const RETRY_AFTER_SECONDS = '5';
const REFUSED = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${RETRY_AFTER_SECONDS}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

/**
 * Makes `http` answer with `answer` and limits its connections, in total and for each client. The
 * clients of a trusted proxy share its connections, so their requests are limited instead.
 */
export function answerConnections(
  http: HttpServer,
  { config, log }: Pick<Server, 'config' | 'log'>,
  answer: RequestListener,
): void {
  const enter = createPlaces(MAX_OPEN_PER_CLIENT);
  http.maxConnections = MAX_CONNECTIONS;
  http.maxRequestsPerSocket = MAX_REQUESTS;
  // Logged once, because connections come fast enough to fill the log.
  http.once('drop', () => log.warn('too many connections', { max: MAX_CONNECTIONS }));
  http.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    if (config.trustedProxies.has(peer)) return;
    const leave = enter(addressKey(plainAddress(peer)));
    if (leave) {
      socket.once('close', leave);
      return;
    }
    socket.write(REFUSED);
    socket.destroySoon();
  });
  http.on(
    'request',
    oneAtATime((incoming, outgoing) => {
      const client = forwardedClient(incoming, config);
      const leave = client === null ? null : enter(addressKey(client));
      if (leave) outgoing.once('close', leave);
      if (client === null || leave) answer(incoming, outgoing);
      else outgoing.writeHead(429, { 'Retry-After': RETRY_AFTER_SECONDS }).end();
    }),
  );
}

/**
 * Returns the address of the client for which a trusted proxy sends a request. null if there is no
 * such proxy, or if it does not name its client: all clients would share the limit.
 */
function forwardedClient({ socket, headers }: IncomingMessage, config: Config): string | null {
  const { remoteAddress: peer = '' } = socket;
  if (!config.trustedProxies.has(peer)) return null;
  const hops = new Headers({ 'x-forwarded-for': String(headers['x-forwarded-for'] ?? '') });
  const client = clientAddressOf(peer, hops, config);
  return config.trustedProxies.has(client) ? null : client;
}

/** Counts what each client keeps open. Returns null at the maximum, otherwise how to leave. */
function createPlaces(max: number): (client: string) => (() => void) | null {
  const taken = new Map<string, number>();
  return (client) => {
    const before = taken.get(client) ?? 0;
    if (before >= max) return null;
    taken.set(client, before + 1);
    return () => {
      const others = (taken.get(client) ?? 1) - 1;
      if (others === 0) taken.delete(client);
      else taken.set(client, others);
    };
  };
}

/**
 * Answers the requests of each connection one after the other. Node starts all that arrive in one
 * packet at once. A connection with too many waiting requests is closed.
 */
function oneAtATime(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const turn = () => {
      outgoing.once('close', () => {
        // A GET whose body never ends would keep its connection for minutes.
        if (!incoming.complete && isWithoutBody(incoming.method)) socket.destroySoon();
        const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
        if (next) next();
        else waiting.delete(socket);
      });
      answer(incoming, outgoing);
    };
    const others = waiting.get(socket);
    if (others === undefined) {
      waiting.set(socket, []);
      turn();
    } else if (others.length < MAX_WAITING) {
      others.push(turn);
    } else {
      socket.destroy();
    }
  };
}

const isWithoutBody = (method: string | undefined) => method === 'GET' || method === 'HEAD';
