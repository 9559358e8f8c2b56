import { request as send } from 'node:http';
import { type Loopback, listen } from '../../service/support/loopback.ts';

/** Starts a proxy for browsers, for which each host name leads to this machine. */
export const startNamesProxy = (): Promise<Loopback> =>
  listen((request, response) => {
    const { port, pathname, search } = new URL(
      request.url ?? '/',
      `http://${request.headers.host}`,
    );
    const { method, headers } = request;
    const path = `${pathname}${search}`;
    const passed = send({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => request.socket.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
