import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../service/support/loopback.ts';

/** The line between a browser and its server. */
export interface Line {
  readonly base: string;
  /** The status of each answer that came through, in their order. */
  readonly statuses: readonly number[];
  /** From now on nothing gets through, and what was on its way is lost. */
  cut(): void;
  mend(): void;
  /**
   * The answer to the next request of that method and path is kept back: resolves when the server
   * has acted on it and said so, which the browser never hears.
   */
  loseAnswer(method: string, path: string): Promise<void>;
  /**
   * Half of the answer to a request of that method and path gets through, and then nothing more of
   * it: resolves when the browser has that half. `nth` counts such requests from now on.
   */
  halveAnswer(method: string, path: string, nth?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Does with an answer something else than to pass it on; false: it is not for this one. */
type Instead = (
  request: IncomingMessage,
  answer: IncomingMessage,
  response: ServerResponse,
) => boolean;

/** Lays a line to wherever `server` is by then. */
export async function openLine(server: { readonly base: string }): Promise<Line> {
  let isCut = false;
  let instead: Instead | null = null;
  const statuses: number[] = [];
  const open = new Set<IncomingMessage>();
  const { base, close } = await listen((request, response) => {
    open.add(request);
    response.on('close', () => open.delete(request));
    if (isCut) return void request.socket.destroy();
    const { method, headers } = request;
    const passed = send(`${server.base}${request.url}`, { method, headers }, (answer) => {
      if (instead?.(request, answer, response)) return;
      statuses.push(answer.statusCode ?? 502);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });

  /** Does it once, with the `nth` answer of those. */
  const doOnce = (method: string, path: string, nth: number, act: Instead) => {
    let left = nth;
    instead = (request, answer, response) => {
      if (request.method !== method || request.url !== path) return false;
      left -= 1;
      if (left > 0) return false;
      instead = null;
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
