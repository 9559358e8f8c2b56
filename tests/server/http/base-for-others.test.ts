import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { addressInNetwork } from '../../../server/config/networks';
import { baseAt, baseForOthers } from '../../../server/http/base-address';

const has = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;

describe('the address of this machine in its network', () => {
  it('is that of the home, not one of a container, a tunnel or the machine itself', () => {
    const found = addressInNetwork({
      lo: [has('127.0.0.1', true), has('::1', true)],
      docker0: [has('172.17.0.1')],
      'br-1f0c': [has('192.168.96.1')],
      tailscale0: [has('100.101.102.103')],
      wg0: [has('10.8.0.2')],
      eth1: [has('10.0.0.7')],
      wlan0: [has('fe80::1'), has('192.168.1.5')],
    });
    expect(found).toBe('192.168.1.5');
  });

  it('is unknown without such a network', () => {
    expect(addressInNetwork({ lo: [has('127.0.0.1', true)], eth0: [has('203.0.113.5')] })).toBe(
      null,
    );
  });
});

describe('the address for a phone', () => {
  it.each([
    ['http://localhost:8000', '192.168.1.5', 'http://192.168.1.5:8000/read/'],
    ['http://127.0.0.1', '192.168.1.5', 'http://192.168.1.5/read/'],
    ['http://0.0.0.0:8000', '10.0.0.7', 'http://10.0.0.7:8000/read/'],
    ['http://[::]:8000', '10.0.0.7', 'http://10.0.0.7:8000/read/'],
    ['http://[::1]:8000', '10.0.0.7', 'http://10.0.0.7:8000/read/'],
    ['http://nas.local:8000', '192.168.1.5', 'http://nas.local:8000/read/'],
    ['http://nas.local:8000', null, 'http://nas.local:8000/read/'],
    ['https://read.example.org', null, 'https://read.example.org/read/'],
    ['http://localhost:8000', null, undefined],
    ['http://0.0.0.0:8000', null, undefined],
    ['https://localhost', '192.168.1.5', undefined],
  ])('for %s with %s in the network is %s', (origin, inNetwork, expected) => {
    expect(baseForOthers(baseAt(origin, '/read'), inNetwork)?.url('/')).toBe(expected);
  });
});
