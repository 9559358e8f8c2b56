import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, MAX_TOKEN_LENGTH, patternOf, tokenise } from '../../src/query';

describe('tokenise', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ['Hello, World!', ['hello', 'world']],
    ["don't well-known snake_case 3.14", ['don', 't', 'well', 'known', 'snake', 'case', '3', '14']],
    ['Ångström café naïve', ['angstrom', 'cafe', 'naive']],
    ['cafe\u0301', ['cafe']],
    ['STRASSE Straße STRAẞE', ['strasse', 'strasse', 'strasse']],
    ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
    ['İstanbul ISTANBUL', ['istanbul', 'istanbul']],
    ['ﬁne ＦＵＬＬ x²', ['fine', 'full', 'x2']],
    ['ex\u00ADample', ['example']],
    ['Ёлка Україна', ['елка', 'украіна']],
    ['שָׁלוֹם', ['שלום']],
    ['مَرْحَبًا', ['مرحبا']],
    ['किताब', ['किताब']],
    ['서울은 크다', ['서울', '울은', '은', '크다', '다']],
    ['Łódź Smørrebrød đak Ærø Þingvellir', ['lodz', 'smorrebrod', 'dak', 'aero', 'thingvellir']],
    ['ŁÓDŹ SMØRREBRØD ĐAK ÆRØ ÞINGVELLIR', ['lodz', 'smorrebrod', 'dak', 'aero', 'thingvellir']],
    [
      'cœur Ħamrun Sāmoa Ŋarka ǽ Seyðisfjörður',
      'coeur hamrun samoa narka ae seydisfjordur'.split(' '),
    ],
    ['Əliyev Ɛwe ɔkyerɛ Ƙasa ƴan', ['eliyev', 'ewe', 'okyere', 'kasa', 'yan']],
    ['ışık IŞIK İzmir Diyarbakır', ['isik', 'isik', 'izmir', 'diyarbakir']],
    ['об’єкт обʼєкт Hawaiʻi', ['об', 'єкт', 'об', 'єкт', 'hawai', 'i']],
    ['کتاب كتاب فارسی فارسي على علی', ['كتاب', 'كتاب', 'فارسي', 'فارسي', 'علي', 'علي']],
    ['أحمد إيران آب ٱلكتاب', ['احمد', 'ايران', 'اب', 'الكتاب']],
    ['مدرسة مدرسه مـــدرسة ہے', ['مدرسه', 'مدرسه', 'مدرسه', 'هے']],
    ['١٢٣ ۱۲۳ १२३ ปี๒๕๖๖', ['123', '123', '123', 'ปี', 'ี', '2566']],
    ['ייִדיש ײִדיש', ['יידיש', 'יידיש']],
    ['대한민국에서', ['대한', '한민', '민국', '국에', '에서', '서']],
    ['東京都', ['東京', '京都', '都']],
    ['ガード ｶﾞｰﾄﾞ', ['ガー', 'ード', 'ド', 'ガー', 'ード', 'ド']],
    ['iPhone用ケース', ['iphone', '用ケ', 'ケー', 'ース', 'ス']],
    ['日本語、英語', ['日本', '本語', '語', '英語', '語']],
    ['ไทย', ['ไท', 'ทย', 'ย']],
    ['👍 ok', ['ok']],
    ['𝐁old 𠮷野', ['bold', '𠮷野', '野']],
  ])('splits %j', (text, words) => {
    expect(tokenise(text)).toEqual(words);
  });

  it('truncates extremely long words', () => {
    expect(tokenise('x'.repeat(100_000))).toEqual(['x'.repeat(MAX_TOKEN_LENGTH)]);
  });

  it('returns tokens that are tokens again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of tokenise(text)) expect(tokenise(word)[0]).toBe(word);
      }),
      { numRuns: 500 },
    );
  });

  it('folds every character to a form that folding leaves unchanged', () => {
    const unstable: string[] = [];
    for (let first = 0; first <= 0x10ffff; first += 256) {
      const codes = Array.from({ length: 256 }, (_, index) => first + index);
      const characters = codes.filter((code) => code < 0xd800 || code > 0xdfff);
      const folded = fold(characters.map((code) => String.fromCodePoint(code)).join(' '));
      if (fold(folded) !== folded) unstable.push(first.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('folds every digit to one of those on a keyboard, each as often as the others', () => {
    const counts = new Map<string, number>();
    for (let code = 0; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      if (!/\p{Nd}/u.test(character)) continue;
      const folded = fold(character);
      counts.set(folded, (counts.get(folded) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual([...'0123456789']);
    expect(new Set(counts.values()).size).toBe(1);
  });

  it('folds each word of a text as it folds the word alone', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('e\u0301', 'ΟΔΟΣ', 'カ'),
    );
    const gap = fc.nat(40).map((length) => ` ${'x'.repeat(length)} `);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap)), (pieces) => {
        const folded = pieces.map(([piece, between]) => fold(piece) + between);
        expect(fold(pieces.flat().join(''))).toBe(folded.join(''));
      }),
    );
  });

  it('folds a text with thousands of accents', () => {
    expect(fold('É x'.repeat(3_000))).toBe('e x'.repeat(3_000));
  });

  it('gives the same tokens for any composition and for upper case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tokenise(text.normalize('NFD'))).toEqual(tokenise(text));
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('patternOf', () => {
  it.each<[string, readonly string[], boolean]>([
    ['word', ['word'], false],
    ['two words', ['two', 'words'], false],
    ['京', ['京'], true],
    ['東京', ['東京'], false],
    ['東京都', ['東京', '京都'], false],
    ['東京 京', ['東京', '京', '京'], true],
    ['専用iPhone', ['専用', '用', 'iphone'], false],
    ['iPhone用', ['iphone', '用'], true],
    ['東京!', ['東京'], false],
    ['서울', ['서울'], false],
    ['강', ['강'], true],
  ])('returns the pattern for %j', (text, tokens, isPrefix) => {
    expect(patternOf(text, false)).toEqual({ tokens, isPrefix });
  });

  it('finds the end of a term with many vowel signs in a time proportional to its length', () => {
    const vowels = '\u0E31 '.repeat(100_000);
    expect(patternOf(`${vowels}a`, false)?.isPrefix).toBe(false);
    expect(patternOf(`a${vowels}`, false)?.isPrefix).toBe(true);
  });

  it('makes the last word a prefix on request', () => {
    expect(patternOf('tok', true)).toEqual({ tokens: ['tok'], isPrefix: true });
  });

  it.each(['\uFFFD', 'a\uFFFDb', 'a \uFFFD', 'tok\uFFFD'])(
    'matches no text when the term contained invalid bytes: %j',
    (text) => {
      for (const isPrefix of [false, true]) {
        const pattern = patternOf(text, isPrefix);
        expect(pattern).toEqual({ tokens: ['\uFFFD'], isPrefix: false });
      }
      expect(tokenise(text)).not.toContain('\uFFFD');
    },
  );

  it('returns null for a term without words', () => {
    expect(patternOf('…!', true)).toBeNull();
  });
});
