import { describe, expect, it } from 'vitest';
import { isBeaconAddress } from '../../src/capture/beacons';
import { hasLetter, lettersIn, marksIn, signsIn } from '../../src/capture/normal-text';

const CHARACTERS = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code));

describe('texts that need no data of Unicode', () => {
  it('have the same letters and marks as with them', () => {
    for (const character of CHARACTERS) {
      const text = `A${character}b`;
      const expected = text.normalize('NFKC').toLowerCase();
      expect(lettersIn(text)).toBe(expected.replace(/[\s\p{P}\p{S}\p{Cf}]+/gu, ''));
      expect(text.split(marksIn(text))).toEqual(text.split(/[\s\p{P}\p{S}\p{Cf}]+/gu));
      expect(hasLetter(character)).toBe(/\p{L}/u.test(character));
    }
  });

  it('have no ideograms and syllables', () => {
    const signs = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;
    for (const character of CHARACTERS) {
      expect(signsIn(character)).toBe(signs.test(character) ? 1 : 0);
    }
  });
});

describe('isBeaconAddress', () => {
  it.each([
    'https://doubleclick.net/x',
    'https://ad.Doubleclick.NET/x',
    'http://a.b.vg07.met.vgwort.de/na/1',
    'https://ssl-vg03.met.vgwort.de/na/1',
    'https://.hotjar.com/x',
    `https://${'a.'.repeat(99)}criteo.com/x`,
    'https://www.facebook.com/tr?id=1',
    '/img/spacer.gif?1',
  ])('is true for %s', (address) => {
    expect(isBeaconAddress(address)).toBe(true);
  });

  it.each([
    'https://notdoubleclick.net/x',
    'https://doubleclick.net',
    'https://doubleclick.net.example/x',
    'https://met.vgwort.de/x',
    'https://www.met.vgwort.de/x',
    'https://xvg07.met.vgwort.de/na/1',
    'https://example.org/doubleclick.net/x',
  ])('is false for %s', (address) => {
    expect(isBeaconAddress(address)).toBe(false);
  });
});
