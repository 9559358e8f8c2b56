import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOf } from '../../src/domain/host-name';

describe('the host of an address', () => {
  it.each([
    ['https://www.Example.org:8080/a', 'www.example.org'],
    ['https://xn--caf-dma.example/', 'café.example'],
    ['https://例え.テスト/', '例え.テスト'],
    ['https://xn--mnchen-3ya.xn--p1ai', 'münchen.рф'],
    ['https://[2001:db8::1]/', '[2001:db8::1]'],
    ['mailto:ada@example.org', ''],
    ['no address', ''],
  ])('of %j is %j', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });

  it('is the one that Node decodes', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        const { hostname } = URL.parse(`https://${one}.${other}/`) ?? {};
        fc.pre(hostname !== undefined);
        expect(hostOf(`https://${hostname}/`)).toBe(domainToUnicode(hostname ?? '') || hostname);
      }),
      { numRuns: 500 },
    );
  });
});
