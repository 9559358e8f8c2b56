import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNetworks } from '../../../server/config/networks';
import { createSafeFetch } from '../../../server/fetch';
import { AddressRule } from '../../../server/fetch/address-rule';
import { configWith } from '../support/config';

const nothing = parseNetworks([])!;
const rule = new AddressRule(nothing, async () => []);
const permits = (ip: string) => rule.permits(ip);

/** The first and the last address of each forbidden range. */
const FORBIDDEN_IPV4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
] as const;

const numberOf = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const ipOf = (number: number) => [24, 16, 8, 0].map((by) => (number >>> by) & 255).join('.');

const forbiddenIpv4 = fc
  .constantFrom(...FORBIDDEN_IPV4)
  .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }))
  .map(ipOf);

/** Returns the ways in which one IPv4 address can be written as the host of an address. */
const spellings = (ip: string): readonly string[] => {
  const number = numberOf(ip);
  const [a, b, c, d] = ip.split('.').map(Number) as [number, number, number, number];
  const hex = (part: number) => `0x${part.toString(16)}`;
  const octal = (part: number) => `0${part.toString(8)}`;
  const rest = c * 256 + d;
  return [
    ip,
    `${ip}.`,
    String(number),
    hex(number),
    octal(number),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${b}.${rest}`,
    `${hex(a)}.${b * 65536 + rest}`,
    `${octal(a)}.${hex(b)}.${c}.${d}`,
    [...ip].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    ip.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${ip}]`,
    `[::${ip}]`,
    `[64:ff9b::${ip}]`,
    `[64:ff9b:1::${ip}]`,
    `[2002:${hex4(a, b)}:${hex4(c, d)}::1]`,
    `[::ffff:0:${ip}]`,
  ];
};
const hex4 = (high: number, low: number) => (high * 256 + low).toString(16);

describe('the rule for addresses', () => {
  it('refuses private, local and reserved networks in every notation', () => {
    fc.assert(
      fc.property(forbiddenIpv4, (ip) => {
        expect(permits(ip)).toBe(false);
        for (const host of spellings(ip)) {
          expect(rule.check(`http://${host}/`), host).toMatchObject({ ok: false });
        }
      }),
    );
  });

  it.each([
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    '',
    'localhost',
    '127.0.0.1, 8.8.8.8',
  ])('refuses the IP address "%s"', (ip) => {
    expect(permits(ip)).toBe(false);
  });

  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])(
    'permits the IP address %s',
    (ip) => {
      expect(permits(ip)).toBe(true);
    },
  );

  it('also permits the configured networks', () => {
    const home = new AddressRule(parseNetworks(['192.168.7.0/24', 'fd00::/8'])!, async () => []);
    expect(home.permits('192.168.7.9')).toBe(true);
    expect(home.permits('::ffff:192.168.7.9')).toBe(true);
    expect(home.permits('fd12::1')).toBe(true);
    expect(home.permits('192.168.8.9')).toBe(false);
    expect(home.permits('127.0.0.1')).toBe(false);
    expect(home.check('http://192.168.7.9:8080/a').ok).toBe(true);
  });

  it.each([
    ['file:///etc/passwd', 'scheme'],
    ['ftp://example.org/', 'scheme'],
    ['gopher://example.org/', 'scheme'],
    ['data:text/html,hello', 'scheme'],
    ['//example.org/', 'scheme'],
    ['not an address', 'scheme'],
    ['http://user@example.org/', 'credentials'],
    ['http://:word@example.org/', 'credentials'],
    ['http://example.org@127.0.0.1/', 'credentials'],
    ['http://127.0.0.1/', 'address'],
  ])('refuses %s because of its %s', (address, why) => {
    expect(rule.check(address)).toEqual({ ok: false, error: why });
  });
});

describe('a host name', () => {
  const fetchWith = (ips: readonly string[]) =>
    createSafeFetch({ config: configWith({}), resolveHost: async () => ips, version: '1' });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['169.254.169.254']],
    [['93.184.216.34', '10.0.0.1']],
    [['::ffff:10.0.0.1']],
    [['64:ff9b::a00:1']],
  ])('that resolves to %s is refused', async (ips) => {
    const fetched = await fetchWith(ips)('http://harmless.example/', { accept: '*/*' });
    expect(fetched).toEqual({ ok: false, error: { kind: 'refused', reason: 'address' } });
  });

  it('that does not resolve gets its own error', async () => {
    const fetched = await fetchWith([])('http://harmless.example/', { accept: '*/*' });
    expect(fetched).toEqual({ ok: false, error: { kind: 'no-such-host' } });
  });
});
