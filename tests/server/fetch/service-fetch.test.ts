import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createServiceFetch } from '../../../server/fetch';
import { configWith } from '../support/config';

it('an answer that breaks in the packet of its head fails instead of never ending', async () => {
  const service = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n'),
    );
  });
  onTestFinished(() => void service.close());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as AddressInfo;
  const { fetch } = createServiceFetch({
    config: configWith({ 'allowed-networks': '127.0.0.1' }),
    resolveHost: async () => ['127.0.0.1'],
    version: '1',
  });
  const reading = fetch(`http://127.0.0.1:${port}/`, {}).then((answer) => answer.text());
  await expect(reading).rejects.toThrow();
});
