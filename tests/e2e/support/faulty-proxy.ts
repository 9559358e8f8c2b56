import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../service/support/loopback.ts';

/** A proxy between a browser and its server that can lose connections and responses. */
export interface FaultyProxy {
  readonly base: string;
  /** The status of each response that was passed on, in order. */
  readonly statuses: readonly number[];
  /** Closes all connections and accepts no more until `mend`. */
  cut(): void;
  mend(): void;
  /**
   * Drops the response to the next request of that method and path. Resolves when the server has
   * sent it.
   */
  loseAnswer(method: string, path: string): Promise<void>;
  /**
   * Sends half of the response to a request of that method and path and then nothing more. Resolves
   * when that half is sent. `nth` counts these requests from now on.
   */
  halveAnswer(method: string, path: string, nth?: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Handles a response in another way than passing it on. Returns false if it is not for this
 * response.
 */
type Override = (
  request: IncomingMessage,
  answer: IncomingMessage,
  response: ServerResponse,
) => boolean;

/** Starts a proxy in front of the current address of `server`. */
export async function startFaultyProxy(server: { readonly base: string }): Promise<FaultyProxy> {
  let isCut = false;
  let override: Override | null = null;
  const statuses: number[] = [];
  const open = new Set<IncomingMessage>();
  const { base, close } = await listen((request, response) => {
    open.add(request);
    response.on('close', () => open.delete(request));
    if (isCut) return void request.socket.destroy();
    const { method, headers } = request;
    const passed = send(`${server.base}${request.url}`, { method, headers }, (answer) => {
      if (override?.(request, answer, response)) return;
      statuses.push(answer.statusCode ?? 502);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });

  /** Calls `act` once, with the `nth` response to such requests. */
  const doOnce = (method: string, path: string, nth: number, act: Override) => {
    let left = nth;
    override = (request, answer, response) => {
      if (request.method !== method || request.url !== path) return false;
      left -= 1;
      if (left > 0) return false;
      override = null;
      return act(request, answer, response);
    };
  };
  return {
    base,
    statuses,
    cut() {
      isCut = true;
      for (const { socket } of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    loseAnswer: (method, path) =>
      new Promise((resolve) => {
        doOnce(method, path, 1, (_, answer) => {
          answer.resume();
          resolve();
          return true;
        });
      }),
    halveAnswer: (method, path, nth = 1) =>
      new Promise((resolve, reject) => {
        doOnce(method, path, nth, (_, answer, response) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          buffer(answer).then(
            (body) => response.write(body.subarray(0, body.length / 2), () => resolve()),
            reject,
          );
          return true;
        });
      }),
    stop: close,
  };
}
