import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { publicResolver, systemResolver } from '../../../server/config/networks';

/** A record with the address 192.0.2.7 of the name in the question (RFC 1035 section 4.1.3). */
const RECORD = Buffer.from('c00c00010001000000000004c0000207', 'hex');
/** The type of a question for IPv4 addresses, and the class "internet", at the end of a question. */
const IPV4_QUESTION = Buffer.from('00010001', 'hex');

/**
 * Starts a name server that does not answer, that answers only questions for IPv4 addresses, or that
 * answers each question with "no such name".
 */
async function nameServer(answer: 'silent' | 'only-ipv4' | 'no-such-name') {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  const asked: string[] = [];
  socket.on('message', (question, { port }) => {
    asked.push(question.toString('latin1'));
    const isKnown = answer === 'only-ipv4';
    if (answer === 'silent' || (isKnown && !question.subarray(-4).equals(IPV4_QUESTION))) return;
    const reply = Buffer.concat([question, isKnown ? RECORD : Buffer.of()]);
    // The flags of a response with the code 0 or NXDOMAIN, and the number of records (section 4.1.1).
    reply[2] = 0x81;
    reply[3] = isKnown ? 0x80 : 0x83;
    reply[7] = isKnown ? 1 : 0;
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

it('addresses of one kind do not wait for those of the other until the time is over', async () => {
  const { servers, asked } = await nameServer('only-ipv4');
  const neverOver = 2 ** 31 - 1;
  expect(await systemResolver(servers, neverOver)('app.example')).toEqual(['192.0.2.7']);
  expect(asked.length).toBeGreaterThan(1);
});
