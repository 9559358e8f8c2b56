import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unsealed } from '../../../src/library/search/packed';
import { type Family, readPostings, termsOf } from '../../../src/library/search/segment';
import { type BuiltSegment, SegmentBuilder } from '../../../src/library/search/segment-builder';
import { tokenise } from '../../../src/query';

const text = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', 'A', 'ä', '京都', 'long'), fc.string()))
  .map((words) => words.join(' '));

describe('a built segment', () => {
  it('has each term with its documents, for any texts', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        expect(postingsOf('text', build('text', texts))).toEqual(counted(texts));
      }),
    );
  });

  it('has each of 20,000 different words', () => {
    const texts = Array.from({ length: 200 }, (_, at) =>
      Array.from({ length: 200 }, (_, word) => `w${((at % 100) * 200 + word).toString(36)}`).join(
        ' ',
      ),
    );
    const found = postingsOf('text', build('text', texts));
    expect(found.size).toBe(20_000);
    expect(found).toEqual(counted(texts));
  });

  it('has the fields of a term as a mask', () => {
    const builder = new SegmentBuilder('fields');
    builder.begin(1);
    builder.addText('ice cold ice', 1);
    builder.addText('ice', 4);
    builder.remove();
    builder.begin(2);
    builder.addTerm('\u0001Ice', 2);
    const built = builder.build();
    expect(postingsOf('fields', built)).toEqual(
      new Map([
        ['\u0001Ice', [[2, 2]]],
        ['cold', [[0, 1]]],
        ['ice', [[0, 5]]],
      ]),
    );
    expect(built.lengths).toEqual([5, 0, 2]);
    expect(built.created).toEqual([1, 0, 2]);
  });
});

function build(family: Family, texts: readonly string[]): BuiltSegment {
  const builder = new SegmentBuilder(family);
  for (const each of texts) {
    builder.begin(0);
    builder.addText(each, 0);
  }
  return builder.build();
}

type Postings = ReadonlyMap<string, readonly (readonly [ordinal: number, weight: number])[]>;

function postingsOf(family: Family, { blocks }: BuiltSegment): Postings {
  const found = new Map<string, [number, number][]>();
  for (const block of blocks) {
    for (const { term, postings } of termsOf(unsealed(block) ?? new Uint8Array())) {
      const pairs: [number, number][] = [];
      readPostings(family, postings, (ordinal, weight) => pairs.push([ordinal, weight]));
      found.set(term, pairs);
    }
  }
  return found;
}

/** The same with a map of all words. */
function counted(texts: readonly string[]): Postings {
  const found = new Map<string, [number, number][]>();
  for (const [ordinal, each] of texts.entries()) {
    for (const token of tokenise(each)) {
      const pairs = found.get(token) ?? [];
      const last = pairs.at(-1);
      if (last?.[0] === ordinal) last[1] += 1;
      else pairs.push([ordinal, 1]);
      found.set(token, pairs);
    }
  }
  return found;
}
