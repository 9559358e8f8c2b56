import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { publicResolver } from '../../../server/config/networks';

it('a name of the internet counts as unknown when its name server does not answer', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const resolve = publicResolver([`127.0.0.1:${silent.address().port}`], 100);
  const asked = once(silent, 'message');
  expect(await resolve('app.example')).toEqual([]);
  await asked;
});
