import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/formats/imports/decode-text';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)));

describe('decodeText', () => {
  it.each<[string, Uint8Array, string]>([
    ['UTF-8', utf8('漢字 é'), '漢字 é'],
    ['UTF-8 with a byte order mark', utf8('\ufeffé'), 'é'],
    ['UTF-8 that breaks off within a character', utf8('aé漢').slice(0, -1), 'aé'],
    ['UTF-8 with a damaged character', bytes('é漢字', [0xff], 'a'), 'é漢字\ufffda'],
    ['UTF-16 that breaks off', bytes([0xff, 0xfe, 0x61, 0, 0x62]), 'a\ufffd'],
    ['Windows-1252', latin('cr\xe8me br\xfbl\xe9e \x96 3 \x80'), 'crème brûlée – 3 €'],
    ['Windows-1252 with letters in pairs', latin('na\xe7\xf5es e a\xe7\xe3o'), 'nações e ação'],
    [
      'an encoding that HTML declares',
      bytes('<META CONTENT="text/html; charset=Shift_JIS">', [0x83, 0x65, 0x83, 0x58]),
      '<META CONTENT="text/html; charset=Shift_JIS">テス',
    ],
  ])('reads %s', (_, encoded, text) => {
    expect(decodeText(encoded)).toEqual({ ok: true, value: text });
  });

  it.each<[string, Uint8Array]>([
    ['a Greek encoding', latin('\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1')],
    ['a Cyrillic encoding', latin('\xcf\xf0\xe8\xe2\xe5\xf2')],
    ['a Chinese encoding', latin('\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7')],
    ['a Japanese encoding that nothing declares', latin('\x83\x65\x83\x58\x83\x67')],
    ['Polish in Windows-1250', latin('g\xb3\xf3wna')],
    ['a zero byte', bytes('a', [0], 'b')],
    ['an encoding that does not exist', bytes('<meta charset="x-none">', [0x81])],
  ])('refuses %s, because a guess would damage all titles', (_, encoded) => {
    expect(decodeText(encoded)).toEqual({ ok: false, error: { kind: 'not-text' } });
  });
});
