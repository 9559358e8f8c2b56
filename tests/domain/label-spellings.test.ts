import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelKey } from '../../src/domain/label';
import { collectLabels, oneSpelling } from '../../src/domain/label-spellings';

const labels = fc.array(
  fc.constantFrom<string[]>('music', 'Music', 'MUSIC', 'Straße', 'straße', 'tea'),
);

describe('labels that differ only in case', () => {
  it('get one spelling, that of the library if it has one, whatever comes first', () => {
    fc.assert(
      fc.property(labels, fc.array(labels), (known, rows) => {
        const spell = oneSpelling(known);
        const spelled = rows.map((row) => ({ row, got: spell(row) }));
        const byKey = new Map<string, Set<string>>();
        for (const { row, got } of spelled) {
          expect(got.map(labelKey)).toEqual(expect.arrayContaining(row.map(labelKey)));
          // A label that the library has stays as it is, although it has the other one, too.
          for (const label of got.filter((each) => !known.includes(each))) {
            expect(known.map(labelKey)).not.toContain(labelKey(label));
            byKey.set(labelKey(label), (byKey.get(labelKey(label)) ?? new Set()).add(label));
          }
          expect(spell(got)).toEqual(got);
        }
        for (const spellings of byKey.values()) expect(spellings.size).toBe(1);
      }),
    );
  });

  it('are found among those of an import and of the library', () => {
    const found = collectLabels();
    found.add(['music', 'tea', 'Music']);
    found.add(['garden']);
    expect(found.compare(['Garden', 'unused', 'Unused'])).toEqual({
      newLabels: ['music', 'tea'],
      spellings: ['music, Music', 'garden, Garden'],
    });
  });
});
