import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS_DIFFERENCES,
  addressForm,
  createDuplicateKeys,
  type DuplicateMember,
  type DuplicateReason,
  examine,
  groupDuplicates,
  likeness,
  sketchText,
} from '../../../src/domain/duplicates/index';
import { urlKey } from '../../../src/domain/url-identity';
import { member } from './members';

/** An address made of parts, each of which is a difference or makes another page. */
const addresses = fc
  .record({
    scheme: fc.constantFrom('https', 'http'),
    front: fc.constantFrom('', 'www.', 'm.', 'www.m.', 'amp.', 'm.www.', 'www.amp.', 'en.m.'),
    site: fc.constantFrom('example.org', 'example.org', 'example.net', 'ice.blogspot.com'),
    path: fc.constantFrom('', '/a', '/a', '/a/b', '/amp'),
    end: fc.constantFrom('', '/', '/amp', '.amp', '.amp.html', '.html', '/index.html', '/amp/amp'),
    query: fc.subarray(['ref=1', 'source=2', 'amp=1', 'm=1', 'id=3', 'utm_source=4']),
    route: fc.constantFrom('', '', '#/part', '#top'),
  })
  .map(({ scheme, front, site, path, end, query, route }) => {
    const search = query.length === 0 ? '' : `?${query.join('&')}`;
    return `${scheme}://${front}${site}${path}${end}${search}${route}`;
  });

const members = fc
  .record({
    url: addresses,
    title: fc.constantFrom('Ice', 'Snow', ''),
    created: fc.nat(3),
    paragraphs: fc.option(fc.constantFrom([1, 2, 3], [1, 2, 4], [7, 8, 9]), { nil: undefined }),
    wordCount: fc.constantFrom(20, 100, 300),
    canonical: fc.option(addresses, { nil: undefined, freq: 2 }),
  })
  .map(({ url, title, paragraphs, canonical, ...rest }) =>
    member(url, {
      title: title || url,
      ...rest,
      ...(paragraphs && { paragraphs, sketch: sketchText(textOf(paragraphs)) }),
      ...(canonical && { canonical }),
    }),
  );

/** Each paragraph has some words of its own. */
const textOf = (paragraphs: readonly number[]) =>
  paragraphs.flatMap((each) => Array.from({ length: 20 }, (_, at) => `w${each}x${at}`)).join(' ');

const library = fc
  .array(members, { minLength: 2, maxLength: 30, size: 'max' })
  .map((all) => all.map((one, at) => withId(one, `b${at}`)));

const withId = ({ bookmark, ...rest }: DuplicateMember, id: string): DuplicateMember => ({
  ...rest,
  bookmark: { ...bookmark, id: id as typeof bookmark.id },
});

const separated = (a: DuplicateMember, b: DuplicateMember) =>
  (Number(a.bookmark.id.slice(1)) + Number(b.bookmark.id.slice(1))) % 7 === 0;

function groupsOf(all: readonly DuplicateMember[]) {
  const keys = createDuplicateKeys();
  for (const one of all) {
    keys.add(one);
    if (one.article?.sketch) keys.addText(one.bookmark.id, one.article.sketch);
  }
  Array.from(keys.joinTexts());
  const byId = new Map(all.map((one) => [one.bookmark.id, one]));
  return keys.clusters().flatMap((ids) =>
    groupDuplicates(
      ids.map((id) => byId.get(id)!),
      separated,
    ),
  );
}

describe('addressForm', () => {
  it('has equal parts only for equal addresses', () => {
    fc.assert(
      fc.property(addresses, addresses, (a, b) => {
        const [keyA, keyB] = [urlKey(a)!, urlKey(b)!];
        const [formA, formB] = [addressForm(keyA), addressForm(keyB)];
        expect(JSON.stringify(formA) === JSON.stringify(formB)).toBe(keyA === keyB);
      }),
      { numRuns: 3000 },
    );
  });

  it('never throws on any address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.string({ unit: fc.constantFrom(...'aZ/.:%2eE5?&=+#!@ ~') }).map((s) => `https:${s}`),
        ),
        (address) => {
          const key = urlKey(address);
          if (key !== null) expect(addressForm(key).plain).not.toBe('');
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('likeness', () => {
  it('does not depend on the order of the two bookmarks', () => {
    fc.assert(
      fc.property(members, members, (a, b) => {
        expect(likeness(examine(a), examine(b))).toEqual(likeness(examine(b), examine(a)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is certain for a bookmark and itself', () => {
    fc.assert(
      fc.property(members, (one) => {
        expect(likeness(examine(one), examine(one))).toEqual({
          reasons: ['address'],
          isSure: true,
        });
      }),
    );
  });

  it('lists all differences of two addresses', () => {
    fc.assert(
      fc.property(members, members, (a, b) => {
        const like = likeness(examine(a), examine(b));
        if (like === null) return;
        const [formA, formB] = [a, b].map(({ bookmark }) => addressForm(bookmark.urlKey)) as [
          ReturnType<typeof addressForm>,
          ReturnType<typeof addressForm>,
        ];
        const reasons: readonly DuplicateReason[] = like.reasons;
        if (reasons.includes('canonical')) {
          const says = (one: DuplicateMember) =>
            [one.bookmark.urlKey, one.canonicalKey].flatMap((key) =>
              key === null ? [] : addressForm(key).plain,
            );
          expect(says(a).some((plain) => says(b).includes(plain))).toBe(true);
          return;
        }
        if (reasons.includes('text')) {
          expect(a.bookmark.title).toBe(b.bookmark.title);
        }
        if (reasons.includes('text')) {
          expect(a.article?.paragraphs).toEqual(b.article?.paragraphs);
          return;
        }
        if (reasons.includes('near')) {
          expect(a.article?.paragraphs[0]).toBe(b.article?.paragraphs[0]);
          return;
        }
        expect(formA.plain).toBe(formB.plain);
        for (const each of ADDRESS_DIFFERENCES) {
          const isNamed = reasons.includes(each);
          expect(formA.leftOut[each] !== formB.leftOut[each], each).toBe(isNamed);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('groupDuplicates', () => {
  it('groups bookmarks that are pairwise alike, and never two that were set apart', () => {
    fc.assert(
      fc.property(library, (all) => {
        const groups = groupsOf(all);
        const ids = groups.flat().map(({ bookmark }) => bookmark.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(1);
          for (const a of group) {
            for (const b of group) {
              expect(likeness(examine(a), examine(b))).not.toBeNull();
              if (a !== b) expect(separated(a, b)).toBe(false);
            }
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of the bookmarks', () => {
    const idsOf = (all: readonly DuplicateMember[]) =>
      groupsOf(all)
        .map((group) => group.map(({ bookmark }) => bookmark.id).join())
        .sort();
    fc.assert(
      fc.property(
        library.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
          ),
        ),
        ([all, shuffled]) => {
          expect(idsOf(shuffled)).toEqual(idsOf(all));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds every pair of alike bookmarks when there are no others', () => {
    fc.assert(
      fc.property(members, members, (a, b) => {
        const pair = [withId(a, 'b0'), withId(b, 'b1')];
        const isAlike = likeness(examine(a), examine(b)) !== null;
        expect(groupsOf(pair)).toHaveLength(isAlike ? 1 : 0);
      }),
      { numRuns: 3000 },
    );
  });
});
