import { beforeEach, describe, expect, it } from 'vitest';
import { page, value } from '../library';
import { withSearch } from './library';

// The answers are written by hand, so that a mistake of the tokeniser, which the index and `matches`
// share, is found here.

const TEXTS = {
  english: 'The well-known café doesn’t open before 2024-05-01.',
  german: 'Die Straße nach München ist gesperrt.',
  greek: 'ΟΔΟΣ Αθηνών, αριθμός 7',
  russian: 'Тихая река и её мосты',
  japanese: '東京都の大学で魚を食べる',
  thai: 'ภาษาไทยไม่มีช่องว่าง',
  hebrew: 'שָׁלוֹם לכולם',
  arabic: 'مُحَمَّد يقرأ الكتاب',
  turkish: 'İzmir ve ışık',
  korean: '서울의 조용한 강은 흐른다',
  polish: 'Łódź i Kraków',
  danish: 'Smørrebrød på Ærø',
  icelandic: 'Þingvellir við Öxará',
  serbian: 'Đak na putu za Niš',
  persian: 'فارسی و کتاب‌های ۱۴۰۳',
} as const;

type Name = keyof typeof TEXTS;

const ANSWERS: readonly (readonly [search: string, answer: readonly Name[]])[] = [
  ['cafe', ['english']],
  ['CAFÉ', ['english']],
  ['known', ['english']],
  ['"well known"', ['english']],
  ['"known well"', []],
  ['2024', ['english']],
  ['caf', []],
  ['caf*', ['english']],
  ['munchen', ['german']],
  ['strasse', ['german']],
  ['straße', ['german']],
  ['STRASSE', ['german']],
  ['οδος', ['greek']],
  ['οδός', ['greek']],
  ['αθηνων 7', ['greek']],
  ['река', ['russian']],
  ['РЕКА', ['russian']],
  ['ее', ['russian']],
  ['東京', ['japanese']],
  ['京都', ['japanese']],
  ['大学', ['japanese']],
  ['魚', ['japanese']],
  ['都大', []],
  ['ไทย', ['thai']],
  ['ช่องว่าง', ['thai']],
  ['שלום', ['hebrew']],
  ['محمد', ['arabic']],
  ['الكتاب', ['arabic']],
  ['فارسي', ['persian']],
  ['كتاب', ['persian']],
  ['1403', ['persian']],
  ['lodz', ['polish']],
  ['Łódź', ['polish']],
  ['łodz', ['polish']],
  ['smorrebrod', ['danish']],
  ['SMØRREBRØD', ['danish']],
  ['aero', ['danish']],
  ['thingvellir', ['icelandic']],
  ['vid', ['icelandic']],
  ['dak', ['serbian']],
  ['izmir', ['turkish']],
  ['서울*', ['korean']],
  ['서울', ['korean']],
  ['강', ['korean']],
  ['흐르', []],
  ['isik', ['turkish']],
  ['cafe -2024', []],
  ['"река и"', ['russian']],
];

describe('a search of known texts in several scripts', () => {
  let test: Awaited<ReturnType<typeof withSearch>>;
  const names = new Map<string, string>();
  beforeEach(async () => {
    test = await withSearch();
    for (const [name, text] of Object.entries(TEXTS)) {
      const parts = { url: `https://example.org/${name}`, title: '', html: `<p>${text}</p>` };
      names.set(value(await test.library.bookmarks.save(page(parts))).bookmark.id, name);
    }
  });

  it('has the answers that a person expects', async () => {
    await test.index();
    const found: [string, readonly (string | undefined)[]][] = [];
    for (const [search] of ANSWERS) {
      found.push([search, (await test.find(search)).map((id) => names.get(id)).toSorted()]);
    }
    expect(found).toEqual(ANSWERS);
  });
});
