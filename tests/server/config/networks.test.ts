import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { publicResolver, systemResolver } from '../../../server/config/networks';

/** Starts a name server that does not answer, or answers each question with "no such name". */
async function nameServer(answer: 'silent' | 'no-such-name') {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  const asked: string[] = [];
  socket.on('message', (question, { port }) => {
    asked.push(question.toString('latin1'));
    if (answer === 'silent') return;
    const reply = Buffer.from(question);
    // The flags of a response, and the code NXDOMAIN (RFC 1035 section 4.1.1).
    reply[2] = 0x81;
    reply[3] = 0x83;
    socket.send(reply, port, '127.0.0.1');
  });
  return { servers: [`127.0.0.1:${socket.address().port}`], asked };
}

for (const createResolver of [publicResolver, systemResolver]) {
  it(`a name counts as unknown for ${createResolver.name} when its name server does not answer`, async () => {
    const { servers, asked } = await nameServer('silent');
    expect(await createResolver(servers, 100)('app.example')).toEqual([]);
    expect(asked.join()).toContain('app');
  });
}

it('the name of this machine is found without a name server', async () => {
  const { servers, asked } = await nameServer('silent');
  const found = await systemResolver(servers, 100)('localhost');
  expect(['127.0.0.1', '::1']).toContain(found[0]);
  expect(asked).toEqual([]);
});

it('a name that the name server does not know may be one of the system', async () => {
  const { servers, asked } = await nameServer('no-such-name');
  // The system takes every way to write an IP address for a name.
  expect(await systemResolver(servers, 5000)('127.1')).toEqual(['127.0.0.1']);
  expect(asked.join()).toContain('127');
  expect(await publicResolver(servers, 5000)('127.1')).toEqual([]);
});
