import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/domain/private-address';

describe('isPublicAddress', () => {
  it.each([
    'https://example.org/a.png',
    'http://EXAMPLE.org.:8080/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://[2606:4700::1111]/',
    'https://[2001:200::1]/',
    'https://[2001:4860:4860::8888]/',
    'https://[3ffe::1]/',
    'https://local.example.org/',
    'https://mylocal.example/',
    'https://myfritz.box/',
  ])('returns true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    'not an address',
    'ftp://example.org/',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'http://localhost/',
    'http://localhost.:3000/',
    'http://localhost../',
    'http://router../',
    'http://router/',
    'http://printer.local/',
    'http://nas.home.arpa/',
    'http://a.b.internal/',
    'http://fritz.box/',
    'http://nas.fritz.box/',
    'http://speedport.ip/',
    'http://nas.localdomain/',
    'http://service.alt/',
    'http://10.1.2.3/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://198.19.255.255/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:192.168.1.1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[2002:a00:1::]/',
    'http://[2001:db8::1]/',
    'http://[2001::1]/',
    'http://[2001:2::1]/',
    'http://[2001:1ff::1]/',
    'http://[2002::1]/',
    'http://[3fff:fff::1]/',
    'http://168.63.129.16/',
  ])('returns false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
