import { afterEach, expect, it } from 'vitest';
import { PageServer } from '../e2e/support/page-server';

const servers: PageServer[] = [];
const start = async (port?: number) => {
  const server = await PageServer.start('tests/pages', port);
  servers.push(server);
  return server;
};

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

it('the page server uses the requested port, or another one if it is taken', async () => {
  const { port: taken } = await start();
  const { port: other } = await start(taken);
  expect(other).not.toBe(taken);
  expect((await fetch(`http://127.0.0.1:${other}/tour/index.html`)).status).toBe(200);
  servers.pop()?.close();
  expect((await start(other)).port).toBe(other);
});
