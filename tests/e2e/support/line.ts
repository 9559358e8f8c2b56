import { type IncomingMessage, request as send } from 'node:http';
import { listen } from '../../service/support/loopback.ts';

/** The line between a browser and its server. */
export interface Line {
  readonly base: string;
  /** From now on nothing gets through, and what was on its way is lost. */
  cut(): void;
  mend(): void;
  /**
   * The answer to the next request of that method and path is kept back: resolves when the server
   * has acted on it and said so, which the browser never hears.
   */
  loseAnswer(method: string, path: string): Promise<void>;
  stop(): Promise<void>;
}

/** Lays a line to wherever `server` is by then. */
export async function openLine(server: { readonly base: string }): Promise<Line> {
  let isCut = false;
  let lose: ((request: IncomingMessage) => boolean) | null = null;
  const open = new Set<IncomingMessage>();
  const { base, close } = await listen((request, response) => {
    open.add(request);
    response.on('close', () => open.delete(request));
    if (isCut) return void request.socket.destroy();
    const { method, headers } = request;
    const options = { method, headers };
    const passed = send(`${server.base}${request.url}`, options, (answer) => {
      if (lose?.(request)) return void answer.resume();
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });
  return {
    base,
    cut() {
      isCut = true;
      for (const { socket } of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    loseAnswer: (method, path) =>
      new Promise((resolve) => {
        lose = (request) => {
          if (request.method !== method || request.url !== path) return false;
          lose = null;
          resolve();
          return true;
        };
      }),
    stop: close,
  };
}
