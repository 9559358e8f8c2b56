import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeShortId, encodeShortId, SHORT_ID_PATTERN } from '../../src/contract/index';

const id = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('short ids', () => {
  it('decode to the bytes that were encoded', () => {
    fc.assert(
      fc.property(id, (bytes) => {
        expect(decodeShortId(encodeShortId(bytes))).toEqual(bytes);
      }),
    );
  });

  it('match the pattern of the routes when they encode random UUIDs', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), (uuid) => {
        expect(
          encodeShortId(Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'))),
        ).toMatch(SHORT_ID_PATTERN);
      }),
    );
  });

  it('match known encodings', () => {
    expect(encodeShortId(new Uint8Array(16).fill(255))).toBe('YcVfxkQb6JRzqk5kF2tNLv');
    expect(encodeShortId(new Uint8Array(16))).toBe('1'.repeat(16));
    const one = new Uint8Array(16);
    one[15] = 1;
    expect(encodeShortId(one)).toBe(`${'1'.repeat(15)}2`);
  });

  it.each([
    '',
    '0OIl',
    'z'.repeat(22),
    '1'.repeat(15),
    'YcVfxkQb6JRzqk5kF2tNLw',
    'é',
    '2'.repeat(99),
  ])('do not include %j', (text) => {
    expect(decodeShortId(text)).toBeNull();
  });
});
