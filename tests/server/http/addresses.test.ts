import { describe, expect, it } from 'vitest';
import { addressKey } from '../../../server/account/rate-limits';
import { readConfig } from '../../../server/config/config';
import { beginExchange } from '../../../server/http/exchange';
import { renderErrorPage } from '../../../server/pages/error-page';
import { returnAddress, signInAddress } from '../../../server/pages/return-path';
import { networksOf } from '../../../server/processes/client-networks';

/** Begins the exchange of a request from `peer`. */
function begin(
  flags: Record<string, string>,
  headers: Record<string, string>,
  { peer = '192.0.2.1', path = '/api/info?x=1' } = {},
) {
  const config = readConfig(flags, {});
  if (!config.ok) throw new Error(config.error.join('\n'));
  const request = new Request(`http://ignored${path}`, { headers });
  return beginExchange(config.value, request, peer, renderErrorPage);
}

/** Returns the exchange of a request, or null when the request is refused. */
function exchangeOf(...args: Parameters<typeof begin>) {
  const begun = begin(...args);
  return begun.ok ? begun.value : null;
}

/** A public server does not know its own name. */
const OPEN = { host: '0.0.0.0' };

describe('the address of the server', () => {
  it('uses the configured base address regardless of the request', () => {
    const base = { 'base-url': 'https://example.org/leaf/' };
    const exchange = exchangeOf(base, { host: 'evil.example' }, { path: '/leaf/api/info' });
    expect(exchange?.base.url('/api/info')).toBe('https://example.org/leaf/api/info');
    expect(exchange?.url.href).toBe('https://example.org/leaf/api/info');
    expect(exchange?.base.isSecure).toBe(true);
  });

  it('uses the address of the request without a configured one', () => {
    expect(exchangeOf({}, { host: '[::1]:8000' })?.url.href).toBe('http://[::1]:8000/api/info?x=1');
  });

  it.each([['evil.example/path'], ['a b'], ['user@host'], [''], ['host:99999']])(
    'refuses the invalid host "%s"',
    (host) => {
      expect(begin(OPEN, { host })).toEqual({ ok: false, error: 'no-host' });
    },
  );

  it.each([
    ['127.0.0.1', 'evil.example', false],
    ['127.0.0.1', 'evil.example:8000', false],
    ['127.0.0.1', 'localhost.evil.example', false],
    ['127.0.0.1', 'nas.local', false],
    ['127.0.0.1', '192.168.1.5', false],
    ['127.0.0.1', 'localhost:8000', true],
    ['127.0.0.1', 'LocalHost', true],
    ['localhost', '127.0.0.1:1', true],
    ['::1', '[::1]:8000', true],
    ['127.0.0.2', '127.0.0.2:8000', true],
    ['127.0.0.2', 'evil.example', false],
    ['192.168.1.5', 'evil.example', false],
    ['192.168.1.5', 'evil.example.', false],
    ['192.168.1.5', '192.168.1.5:8000', true],
    ['192.168.1.5', '93.184.216.34', true],
    ['192.168.1.5', '[2606:2800:220:1::1]', true],
    ['192.168.1.5', 'nas', true],
    ['192.168.1.5', 'nas.local:8000', true],
    ['fd00::5', 'nas.home.arpa', true],
    ['0.0.0.0', 'read.example.org', true],
    ['93.184.216.34', 'read.example.org', true],
  ])('on %s without a configured one accepts the host %s: %s', (host, requested, isTrusted) => {
    const begun = begin({ host }, { host: requested });
    expect(begun.ok ? 'trusted' : begun.error).toBe(isTrusted ? 'trusted' : 'other-host');
  });

  it('ignores proxy headers of an untrusted peer', () => {
    const headers = { host: '127.0.0.1:8000', 'x-forwarded-host': 'evil.example' };
    const own = { 'trusted-proxy': '127.0.0.1' };
    expect(begin(own, headers, { peer: '127.0.0.1' })).toEqual({ ok: false, error: 'other-host' });
  });

  it('takes the address from a trusted proxy only', () => {
    const headers = {
      host: 'inside:8000',
      'x-forwarded-host': 'example.org',
      'x-forwarded-proto': 'https',
    };
    const trusted = { ...OPEN, 'trusted-proxy': '10.0.0.0/8' };
    const origin = (peer: string) => exchangeOf(trusted, headers, { peer })?.base.origin;
    expect(origin('10.1.1.1')).toBe('https://example.org');
    expect(origin('::ffff:10.1.1.1')).toBe('https://example.org');
    expect(origin('192.0.2.1')).toBe('http://inside:8000');
  });
});

describe('the address of a client', () => {
  const addressOf = (peer: string, forwarded: string) =>
    exchangeOf(
      { ...OPEN, 'trusted-proxy': '10.0.0.0/8' },
      { host: 'h', 'x-forwarded-for': forwarded },
      { peer },
    )?.clientAddress;

  it.each([
    ['198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
    // A client can write anything to the left of the nearest address that is not a trusted proxy.
    ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['::ffff:198.51.100.7', '', '198.51.100.7'],
    ['::ffff:c633:6407', '', '198.51.100.7'],
    // Some proxies also write the port, which differs for each connection.
    ['10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['10.0.0.1', '2001:DB8:0::1', '2001:db8::1'],
    ['10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['10.0.0.1', '::ffff:cb00:7109', '203.0.113.9'],
    ['10.0.0.1', '0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9'],
    ['10.0.0.1', '[::ffff:cb00:7109]:1', '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9, 10.0.0.2:4321', '203.0.113.9'],
    ['10.0.0.1', '203.0.113.9, ::ffff:a00:2', '203.0.113.9'],
    // An invalid entry and everything to its left are ignored.
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9, _hidden', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9:99:1', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.999', '10.0.0.1'],
    ['10.0.0.1', '[203.0.113.9', '10.0.0.1'],
  ])('that comes from %s for "%s" is %s', (peer, forwarded, address) => {
    expect(addressOf(peer, forwarded)).toBe(address);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8:1:2ff::9', '2001:db8:1:2ff'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s is limited as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each([
    ['2001:db8:1:2ff::9', '2001:db8:1:200::', true],
    ['2001:db8:1:2ff::9', '2001:db8:1:300::', false],
    ['2001:db8:1:2::9', '2001:db8:1:f2::', true],
    ['2001:db8:1:2::9', '2001:db8:2:2::', false],
  ])('%s and %s are in one /56: %s', (one, other, isSame) => {
    expect(networksOf(one)[1]?.key === networksOf(other)[1]?.key).toBe(isSame);
  });
});

describe('the return address after signing in', () => {
  const at = (prefix: string) => exchangeOf({ 'base-url': `https://example.org${prefix}` }, {})!;

  it.each([
    ['/authorize?client_id=x', 'https://example.org/authorize?client_id=x'],
    ['https://evil.example/', 'https://example.org/profile'],
    ['//evil.example/', 'https://example.org/profile'],
    ['/\\evil.example/', 'https://example.org/profile'],
    ['/\t/evil.example/', 'https://example.org/profile'],
    ['javascript:alert(1)', 'https://example.org/profile'],
    ['', 'https://example.org/profile'],
    [`/${'x'.repeat(5000)}`, 'https://example.org/profile'],
  ])('for "%s" is %s', (requested, address) => {
    expect(returnAddress(at(''), requested)).toBe(address);
  });

  it('keeps the return address below the path of the server', () => {
    expect(returnAddress(at('/leaf'), '/leaf/device')).toBe('https://example.org/leaf/device');
    expect(returnAddress(at('/leaf'), '/other/device')).toBe('https://example.org/leaf/profile');
    expect(returnAddress(at('/leaf'), '/leaf/../other')).toBe('https://example.org/leaf/profile');
  });

  it('carries the whole requested address through the sign-in', () => {
    const exchange = exchangeOf(OPEN, { host: 'h' }, { path: '/authorize?a=1&b=%26' })!;
    const { searchParams } = new URL(signInAddress(exchange));
    expect(searchParams.get('r')).toBe('/authorize?a=1&b=%26');
  });
});
