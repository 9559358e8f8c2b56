import {
  createServer,
  type Server as HttpServer,
  IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Config } from './config/config';
import { plainAddress } from './config/networks';
import { clientAddressOf } from './http/base-address';
import { ByteBudget } from './http/byte-budget';
import { RETRY_AFTER_SECONDS } from './http/refusal';
import { type ClientNetwork, networksOf } from './processes/client-networks';
import { turnOf } from './processes/main-thread';
import { doneFor } from './processes/task-queue';
import type { Server } from './server';

/** The connections of one process. Each can keep the head of an unfinished request in memory. */
const MAX_CONNECTIONS = 2000;
/** More connections, only for clients that have none. */
const NEWCOMERS_PART = 0.1;
/** The connections of one client. All people of an office can have the same address. */
export const MAX_OPEN_PER_CLIENT = 100;
/** A connection is closed after this many requests. */
const MAX_REQUESTS_PER_CONNECTION = 1000;
/** The requests that may wait for their turn on a connection. Today's clients send one at a time. */
export const MAX_WAITING_REQUESTS = 16;

const refusal = (status: string) =>
  `HTTP/1.1 ${status}\r\nRetry-After: ${RETRY_AFTER_SECONDS}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

interface Limits {
  /** The connections of all clients together. */
  readonly maxConnections?: number;
  readonly stallTimeoutMs: number;
}

/**
 * Creates a server that answers with `answer` and limits its connections, in total and for each
 * client. At a limit, the connection that has been without a request for longest is closed for a new
 * one; some places are kept for clients without a connection. The clients of a trusted proxy share its
 * connections, so their requests are limited instead. Requests that arrive together begin in turns of
 * their clients. A connection is closed when its client has neither read an answer nor sent anything
 * for `stallTimeoutMs`.
 */
export function createLimitedServer(
  { stallTimeoutMs, maxConnections = MAX_CONNECTIONS, ...options }: ServerOptions & Limits,
  { config, log }: Pick<Server, 'config' | 'log'>,
  answer: RequestListener,
): HttpServer {
  const limits = new ConnectionLimits(maxConnections);
  const pipelines = new Pipelines(limits);
  const unsent = new ByteBudget(MAX_UNSENT_BYTES, MAX_UNSENT_BYTES_PER_CLIENT);
  const http = createServer({ ...options, IncomingMessage: pipelines.messageClass() });
  const most = Math.ceil(maxConnections * (1 + NEWCOMERS_PART));
  http.maxConnections = most;
  http.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  // Logged once, because connections come fast enough to fill the log.
  http.once('drop', () => log.warn('too many connections', { max: most }));
  http.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? '';
    if (config.trustedProxies.has(peer)) return;
    const refused = limits.connect(plainAddress(peer), socket);
    if (refused === null) return;
    socket.write(refusal(refused));
    socket.destroySoon();
  });
  http.on('upgrade', (_, socket) => socket.destroy());
  http.on('request', (incoming, outgoing) =>
    pipelines.take(incoming, outgoing, () => {
      const forwarded = forwardedClient(incoming, config);
      const client = forwarded ?? plainAddress(incoming.socket.remoteAddress ?? '');
      countUnsent(unsent, client, outgoing);
      const isAdmitted = forwarded === null || limits.enter(forwarded, outgoing);
      // The time starts again with each byte. There may be no answer yet, or an event stream is quiet.
      outgoing.setTimeout(stallTimeoutMs, () => {
        if (outgoing.writableLength > 0) incoming.socket.destroy();
      });
      if (!isAdmitted) {
        outgoing.writeHead(429, { 'Retry-After': RETRY_AFTER_SECONDS }).end();
        return;
      }
      const turn = turnOf(client);
      const network = networksOf(client).at(-1)?.key ?? client;
      const begin = () => doneFor(network, () => answer(incoming, outgoing));
      if (turn === undefined) begin();
      else void turn.then(() => outgoing.destroyed || begin());
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

/** A connection, or a request that a trusted proxy sends for a client. */
type Held = Socket | ServerResponse;

/** Counts what each client keeps open, by its networks. */
class ConnectionLimits {
  readonly #held = new Map<string, Set<Held>>();
  /** The connections of clients without a request, those that have been so for longest first. */
  readonly #resting = new Set<Held>();
  readonly #leaving = new Map<Held, () => void>();
  readonly #maxConnections: number;
  #connections = 0;

  constructor(maxConnections: number) {
    this.#maxConnections = maxConnections;
  }

  /** Admits a new connection of a client, or returns the status with which it is refused. */
  connect(client: string, socket: Socket): string | null {
    const networks = networksOf(client);
    // Nobody's connection is closed for a client that is refused anyway.
    if (!this.#hasPlace(networks)) return '429 Too Many Requests';
    const isNewcomer = networks.every(({ key }) => !this.#held.has(key));
    const isFull = this.#connections >= this.#maxConnections;
    if (isFull && !this.#closeFirst(this.#resting) && !isNewcomer) return '503 Service Unavailable';
    this.enter(client, socket);
    this.#resting.add(socket);
    return null;
  }

  /** Counts `held` until it is closed. Returns false if a network of the client has too many. */
  enter(client: string, held: Held): boolean {
    const networks = networksOf(client);
    if (!this.#hasPlace(networks)) return false;
    for (const network of networks) {
      if (this.#isFull(network)) this.#closeFirst(this.#held.get(network.key) ?? []);
    }
    if (isConnection(held)) this.#connections += 1;
    for (const { key } of networks) {
      this.#held.set(key, (this.#held.get(key) ?? new Set()).add(held));
    }
    this.#leaving.set(held, () => {
      this.#leaving.delete(held);
      this.#resting.delete(held);
      if (isConnection(held)) this.#connections -= 1;
      for (const { key } of networks) {
        const others = this.#held.get(key);
        others?.delete(held);
        if (others?.size === 0) this.#held.delete(key);
      }
    });
    held.once('close', () => this.#leaving.get(held)?.());
    return true;
  }

  /** Returns true if each network has room, or a connection that can be closed for a new one. */
  #hasPlace(networks: readonly ClientNetwork[]): boolean {
    return networks.every((network) => {
      if (!this.#isFull(network)) return true;
      return this.#firstResting(this.#held.get(network.key) ?? []) !== undefined;
    });
  }

  #isFull({ key, times }: ClientNetwork): boolean {
    return (this.#held.get(key)?.size ?? 0) >= MAX_OPEN_PER_CLIENT * times;
  }

  /** Notes whether a connection has a request. Connections of a trusted proxy are never closed. */
  setBusy(socket: Socket, isBusy: boolean): void {
    this.#resting.delete(socket);
    if (!isBusy && this.#leaving.has(socket)) this.#resting.add(socket);
  }

  /** Closes the first connection without a request among `held`. Returns false if there is none. */
  #closeFirst(held: Iterable<Held>): boolean {
    const first = this.#firstResting(held);
    if (first === undefined) return false;
    // Its event comes later, and other connections before it.
    this.#leaving.get(first)?.();
    first.destroy();
    return true;
  }

  #firstResting(held: Iterable<Held>): Held | undefined {
    for (const each of held) if (this.#resting.has(each)) return each;
    return undefined;
  }
}

/** The unsent bytes of all clients, and of one. More of a file is read only when the client has read. */
const MAX_UNSENT_BYTES = 256 * 1024 * 1024;
const MAX_UNSENT_BYTES_PER_CLIENT = 64 * 1024 * 1024;
/** Shorter answers are not worth counting. */
const MIN_COUNTED_BYTES = 64 * 1024;

/** Counts an answer in a budget of bytes that clients do not read. */
function countUnsent(unsent: ByteBudget, client: string, outgoing: ServerResponse): void {
  const leave = unsent.hold(client, {
    bytes: () => unsentOf(outgoing),
    close: () => outgoing.socket?.destroy(),
  });
  outgoing.once('close', leave);
  // The whole answer was written, to the connection or to memory.
  outgoing.once('prefinish', () => {
    if (outgoing.writableLength >= MIN_COUNTED_BYTES) unsent.check(client);
  });
}

/** The bytes that were written and not sent. A destroyed answer has none. */
const unsentOf = ({ destroyed, socket, writableLength }: ServerResponse): number =>
  destroyed || !socket || socket.destroyed ? 0 : writableLength;

const isConnection = (held: Held): boolean => held instanceof Socket;

/** Lets the requests of each connection be answered one after the other. */
class Pipelines {
  /** The requests that wait, by connection; none for a connection without a request. */
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();
  readonly #limits: ConnectionLimits;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Calls `answer` when the requests before this one have been answered. */
  take(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const turn = () => {
      outgoing.once('close', () => {
        // A GET whose body never ends would keep its connection for minutes.
        if (!incoming.complete && isWithoutBody(incoming.method)) socket.destroySoon();
        const next = socket.destroyed ? undefined : this.#waiting.get(socket)?.shift();
        if (next) return next();
        this.#waiting.delete(socket);
        this.#limits.setBusy(socket, false);
      });
      answer();
    };
    const others = this.#waiting.get(socket);
    if (others === undefined) {
      this.#waiting.set(socket, []);
      this.#limits.setBusy(socket, true);
      turn();
    } else {
      others.push(turn);
    }
  }

  /**
   * Returns the class of requests. Node starts all requests of a packet at once, and a packet can have
   * more than a thousand. It stops only for a request to change the protocol, so one that comes when
   * too many wait is such a request. Its connection is then closed. It is closed, too, when a body
   * comes in many small chunks, because each one takes time.
   */
  messageClass(): typeof IncomingMessage {
    const waiting = this.#waiting;
    return class extends IncomingMessage {
      #chunks = 0;
      #bytes = 0;
      override push(chunk: Uint8Array | null): boolean {
        if (chunk === null || !('transfer-encoding' in this.headers)) return super.push(chunk);
        this.#chunks += 1;
        this.#bytes += chunk.length;
        const isAttack =
          this.#chunks > MAX_SMALL_CHUNKS && this.#bytes < this.#chunks * MIN_MEAN_CHUNK_BYTES;
        if (!isAttack) return super.push(chunk);
        closeAtOnce(this.socket);
        return false;
      }
      get upgrade() {
        return (
          this.socket.destroyed || (waiting.get(this.socket)?.length ?? 0) >= MAX_WAITING_REQUESTS
        );
      }
      // Node sets it for requests that ask for another protocol. They are answered as others.
      set upgrade(_: boolean) {}
    };
  }
}

/** A client that sends a body while it makes it causes some small chunks. Many of them are an attack. */
const MAX_SMALL_CHUNKS = 256;
/** A packet then has less than a thousand chunks. */
const MIN_MEAN_CHUNK_BYTES = 64;

/** The number of the callback of node's parser for the chunks of a body. */
const ON_BODY = 3;

/**
 * Closes a connection whose packet is being parsed. Node would still call back for each chunk of the
 * packet, of which there can be ten thousand, and takes two microseconds for it. Without a callback it
 * takes a tenth of that.
 */
function closeAtOnce(socket: Socket & { readonly parser?: Record<number, unknown> | null }): void {
  const { parser } = socket;
  socket.destroy();
  if (!parser) return;
  const onBody = parser[ON_BODY];
  parser[ON_BODY] = null;
  // After the packet, and before the connection is closed and the next one may get its parser.
  setImmediate(() => {
    parser[ON_BODY] = onBody;
  });
}

const isWithoutBody = (method: string | undefined) => method === 'GET' || method === 'HEAD';
