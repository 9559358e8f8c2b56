import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join, normalize } from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A page of which the server has not sent the end, so that the browser is still loading it. */
export interface HeldPage {
  send(more: string): void;
  end(): void;
}

/** The hosts of browser vendors, which browsers contact at any time. */
const MAKERS = /(?:^|\.)(?:google|googleapis|gstatic|gvt1|mozilla|firefox)\.(?:com|net|org)$/;

export type Route = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/**
 * The web as the browser under test sees it: a proxy for all of its requests. Any
 * `http://….example` address works, each request is counted, and `isOffline` simulates a lost
 * network. Files come from one folder for all hosts. `cors.example` permits requests of other
 * sites.
 */
export class PageServer {
  /** While it is true, each connection is closed. */
  isOffline = false;
  /** The addresses of all requests so far, including those while offline. */
  readonly requests: string[] = [];
  readonly #folder: string;
  readonly #server: Server;
  readonly #routes = new Map<string, Route>();
  readonly #sockets = new Set<Socket>();

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    // The proxy has no TLS, so a site with https is unreachable.
    this.#server.on('connect', (request, socket) => {
      this.requests.push(`https://${request.url}`);
      socket.on('error', () => {}); // The browser has closed the connection and gets no answer.
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
  }

  /** Serves the files of `folder` on `port` of this machine, or on a free port if that is taken. */
  static async start(folder: string, port = 0): Promise<PageServer> {
    const server = new PageServer(folder);
    await server.#listen(port).catch(() => server.#listen(0));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port; // The address of a TCP server is never a string.
  }

  /** Answers requests for the address (without its query) with `route`. */
  on(address: string, route: Route): void {
    this.#routes.set(address, route);
  }

  /** Serves an HTML page at `address`. */
  page(address: string, html: string, headers: Readonly<Record<string, string>> = {}): void {
    this.on(address, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(html);
    });
  }

  /** Serves the start of an HTML page at `address`. The returned object sends the rest. */
  hold(address: string, html: string): HeldPage {
    const waiting = new Set<ServerResponse>();
    this.on(address, (_, response) => {
      waiting.add(response);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.write(html);
    });
    return {
      send(more) {
        for (const response of waiting) response.write(more);
      },
      end() {
        for (const response of waiting) response.end();
      },
    };
  }

  /**
   * Returns the requests since `mark` (a length of `requests`), without those of the browser
   * itself.
   */
  requestsSince(mark: number): readonly string[] {
    return this.requests.slice(mark).filter((url) => !MAKERS.test(new URL(url).hostname));
  }

  /** Closes open connections and accepts no more. */
  goOffline(): void {
    this.isOffline = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Forgets all pages and requests. */
  forget(): void {
    this.#routes.clear();
    this.requests.length = 0;
    this.goOnline();
  }

  goOnline(): void {
    this.isOffline = false;
  }

  close(): void {
    this.goOffline();
    this.#server.close();
  }

  #listen(port: number): Promise<void> {
    return new Promise((done, fail) => {
      this.#server.once('error', fail);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', fail);
        done();
      });
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    this.requests.push(url.href);
    if (this.isOffline) {
      request.socket.destroy();
      return;
    }
    if (url.hostname === 'cors.example') response.setHeader('access-control-allow-origin', '*');
    const route = this.#routes.get(`${url.origin}${url.pathname}`);
    if (route) route(request, response, url);
    else await this.#sendFile(url.pathname, response);
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const file = normalize(join(this.#folder, decodeURIComponent(path)));
    const isInside = file.startsWith(this.#folder);
    const content = isInside ? await readFile(file).catch(() => null) : null;
    if (content === null) {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('Not here.');
      return;
    }
    const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type });
    response.end(content);
  }
}
