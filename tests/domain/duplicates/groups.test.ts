import { describe, expect, it } from 'vitest';
import {
  chooseKept,
  createDuplicateKeys,
  type DuplicateMember,
  groupDuplicates,
  losesLongerText,
} from '../../../src/domain/duplicates';
import { type MemberParts, member } from './members';

const never = () => false;

/** Returns the addresses of each group. */
function found(members: readonly DuplicateMember[], areTwo = never as typeof allApart) {
  const keys = createDuplicateKeys();
  for (const one of members) keys.add(one);
  const byId = new Map(members.map((one) => [one.bookmark.id, one]));
  return keys.clusters().flatMap((ids) =>
    groupDuplicates(
      ids.map((id) => byId.get(id)!),
      areTwo,
    ).map((group) => group.map(({ bookmark }) => bookmark.url)),
  );
}

const allApart = (a: DuplicateMember, b: DuplicateMember): boolean =>
  [a, b].some(({ bookmark }) => bookmark.url === 'https://m.example.org/a');

describe('groupDuplicates', () => {
  const [plain, www, mobile] = [
    member('https://example.org/a', { created: 2 }),
    member('https://www.example.org/a', { created: 1 }),
    member('https://m.example.org/a', { created: 3 }),
  ];

  it('puts the oldest first and leaves out bookmarks without a duplicate', () => {
    const other = member('https://example.org/b');
    expect(found([plain, other, mobile, www])).toEqual([
      ['https://www.example.org/a', 'https://example.org/a', 'https://m.example.org/a'],
    ]);
  });

  it('never groups two bookmarks that a person declared different', () => {
    expect(found([plain, www, mobile], allApart)).toEqual([
      ['https://www.example.org/a', 'https://example.org/a'],
    ]);
    expect(found([plain, mobile], allApart)).toEqual([]);
  });

  it('never groups two bookmarks that are alike only through a third one', () => {
    const text = { title: 'Ice', paragraphs: [1, 2, 3] };
    const elsewhere = member('https://example.org/ice', { ...text, created: 1 });
    const here = member('https://example.org/a', { ...text, created: 2 });
    expect(found([elsewhere, here, mobile])).toEqual([
      ['https://example.org/ice', 'https://example.org/a'],
    ]);
  });

  it('finds groups by text when many pages of a site share a title', () => {
    const daily = (id: number, text: number) =>
      member(`https://example.org/${id}`, {
        title: 'Daily news',
        created: id,
        paragraphs: Array.from({ length: 10 }, (_, at) => text * 100 + at),
      });
    const many = Array.from({ length: 400 }, (_, id) => daily(id, id));
    expect(found([...many, daily(500, 350), daily(501, 20)])).toEqual([
      ['https://example.org/20', 'https://example.org/501'],
      ['https://example.org/350', 'https://example.org/500'],
    ]);
  });

  it('bounds the size of groups with one address', () => {
    const many = Array.from({ length: 45 }, (_, at) =>
      member(`https://example.org/a?ref=${at}`, { created: at }),
    );
    expect(found(many).map(({ length }) => length)).toEqual([20, 20, 5]);
  });
});

describe('chooseKept', () => {
  const kept = (...group: [string, MemberParts?][]) =>
    chooseKept(group.map(([url, parts]) => member(url, parts))).bookmark.url;
  const [A, B] = ['https://example.org/a', 'https://m.example.org/a'];

  it('prefers a bookmark with text', () => {
    expect(kept([A], [B, { paragraphs: [1] }])).toBe(B);
  });

  it('prefers the longer text, here or on the server, over a plainer address', () => {
    const [long, short] = [{ wordCount: 900 }, { paragraphs: [1] }];
    expect(kept([A, short], [B, long])).toBe(B);
    expect(kept([B, { ...long, paragraphs: [1] }], [A, short])).toBe(B);
  });

  it('ignores small differences in length and prefers the plainest address', () => {
    const counted = (wordCount: number) => ({ paragraphs: [1], wordCount });
    expect(kept([B, counted(310)], [A, counted(300)])).toBe(A);
  });

  it('does not depend on the order where lengths differ in small steps', () => {
    const steps: [string, MemberParts][] = [
      [A, { wordCount: 100 }],
      [B, { wordCount: 108 }],
      ['https://example.org/a/amp', { wordCount: 116 }],
    ];
    expect(kept(...steps)).toBe(kept(...steps.toReversed()));
    expect(kept(...steps)).not.toBe(A);
  });

  it('prefers the plainest address among equal lengths', () => {
    expect(kept([B, { created: 1 }], [A, { created: 2 }])).toBe(A);
  });

  it('prefers the oldest among equal addresses, in any order', () => {
    const [first, second] = ['https://www.example.org/a', A];
    expect(kept([second, { created: 2 }], [first, { created: 1 }])).toBe(first);
    expect(kept([first, { created: 1 }], [second, { created: 2 }])).toBe(first);
    expect(kept([first], [second])).toBe(kept([second], [first]));
  });
});

describe('goesWithText', () => {
  const [kept, gone] = ['https://example.org/a', 'https://www.example.org/a'];

  it.each<[string, number, MemberParts, boolean]>([
    ['goes with its bookmark', 300, { wordCount: 900 }, true],
    ['is no loss where as much stays', 300, { wordCount: 320 }, false],
    ['is none where it is here as well', 300, { wordCount: 900, paragraphs: [1] }, false],
  ])('handles %s', (_, wordCount, parts, isLost) => {
    expect(losesLongerText(member(kept, { wordCount }), member(gone, parts))).toBe(isLost);
  });
});
