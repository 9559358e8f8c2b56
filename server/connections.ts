import {
  createServer,
  type Server as HttpServer,
  IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './account/rate-limits';
import type { Config } from './config/config';
import { plainAddress } from './config/networks';
import { clientAddressOf } from './http/base-address';
import { turnOf } from './processes/main-thread';
import type { Server } from './server';

/** The connections of one process. Each can keep the head of an unfinished request in memory. */
const MAX_CONNECTIONS = 2000;
/** The connections of one client. All people of an office can have the same address. */
export const MAX_OPEN_PER_CLIENT = 100;
/** A connection is closed after this many requests. */
const MAX_REQUESTS = 1000;
/** The requests that may wait for their turn on a connection. Today's clients send one at a time. */
export const MAX_WAITING = 16;

const RETRY_AFTER_SECONDS = '5';
const REFUSED = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${RETRY_AFTER_SECONDS}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

/**
 * Creates a server that answers with `answer` and limits its connections, in total and for each
 * client. The clients of a trusted proxy share its connections, so their requests are limited
 * instead. Requests that arrive together begin in turns of their clients. A connection is closed when
 * its client has neither read an answer nor sent anything for `stallTimeoutMs`.
 */
export function createLimitedServer(
  { stallTimeoutMs, ...options }: ServerOptions & { readonly stallTimeoutMs: number },
  { config, log }: Pick<Server, 'config' | 'log'>,
  answer: RequestListener,
): HttpServer {
  const enter = createPlaces(MAX_OPEN_PER_CLIENT);
  const turns = new Turns();
  const http = createServer({ ...options, IncomingMessage: turns.messageClass() });
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
  http.on('upgrade', (_, socket) => socket.destroy());
  http.on('request', (incoming, outgoing) =>
    turns.take(incoming, outgoing, () => {
      const client = forwardedClient(incoming, config);
      const leave = client === null ? null : enter(addressKey(client));
      if (leave) outgoing.once('close', leave);
      // The time starts again with each byte. There may be no answer yet, or an event stream is quiet.
      outgoing.setTimeout(stallTimeoutMs, () => {
        if (outgoing.writableLength > 0) incoming.socket.destroy();
      });
      if (client !== null && !leave) {
        outgoing.writeHead(429, { 'Retry-After': RETRY_AFTER_SECONDS }).end();
        return;
      }
      const turn = turnOf(addressKey(client ?? plainAddress(incoming.socket.remoteAddress ?? '')));
      if (turn === undefined) answer(incoming, outgoing);
      else void turn.then(() => outgoing.destroyed || answer(incoming, outgoing));
    }),
  );
  return http;
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

/** Lets the requests of each connection be answered one after the other. */
class Turns {
  /** The requests that wait, by connection; none for a connection without a request. */
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();

  /** Calls `answer` when the requests before this one have been answered. */
  take(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const turn = () => {
      outgoing.once('close', () => {
        // A GET whose body never ends would keep its connection for minutes.
        if (!incoming.complete && isWithoutBody(incoming.method)) socket.destroySoon();
        const next = socket.destroyed ? undefined : this.#waiting.get(socket)?.shift();
        if (next) next();
        else this.#waiting.delete(socket);
      });
      answer();
    };
    const others = this.#waiting.get(socket);
    if (others === undefined) {
      this.#waiting.set(socket, []);
      turn();
    } else {
      others.push(turn);
    }
  }

  /**
   * Returns the class of requests. Node starts all requests of a packet at once, and a packet can have
   * more than a thousand. It stops only for a request to change the protocol, so one that comes when
   * too many wait is such a request. Its connection is then closed.
   */
  messageClass(): typeof IncomingMessage {
    const waiting = this.#waiting;
    return class extends IncomingMessage {
      get upgrade() {
        return (waiting.get(this.socket)?.length ?? 0) >= MAX_WAITING;
      }
      // Node sets it for requests that ask for another protocol. They are answered as others.
      set upgrade(_: boolean) {}
    };
  }
}

const isWithoutBody = (method: string | undefined) => method === 'GET' || method === 'HEAD';
