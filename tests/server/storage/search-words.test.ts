import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EVERYTHING } from '../../../server/storage/index';
import { DATABASES } from './support/databases';
import { addUser } from './support/rows';

describe.each(DATABASES)('a search on %s', (_, database) => {
  async function withTitles() {
    const db = await database();
    onTestFinished(() => db.remove());
    const storage = await db.open();
    const { id: userId } = await addUser(storage);
    const save = async (title: string) =>
      (await storage.bookmarks.create(userId, { url: 'https://example.com/', title })).id;
    const find = async (text: string) => {
      const term = { kind: 'text', field: null, text, isPrefix: false, isExcluded: false } as const;
      const search = { ...EVERYTHING, query: { terms: [term] } };
      const { rows } = await storage.bookmarks.list(userId, search, { limit: 100, offset: 0 });
      return rows.map(({ id }) => id);
    };
    return { save, find };
  }

  it('finds a text by each of its words, in any script', async () => {
    const { save, find } = await withTitles();
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    const letters = fc.string({ unit: fc.constantFrom(...'łØßıœÞ가은ىکةٱ١ʼ ab\u0640\u0301') });
    for (const title of fc.sample(fc.oneof(text, letters), { numRuns: 60, seed: 3 })) {
      const id = await save(title);
      for (const word of title.split(/\s+/)) {
        expect(await find(word), `${title} by ${word}`).toContain(id);
      }
    }
  });

  it.each([
    ['lodz', 'Łódź'],
    ['smorrebrod', 'Smørrebrød'],
    ['dak', 'đak'],
    ['aero', 'Ærø'],
    ['thingvellir', 'Þingvellir'],
    ['isparta', 'ISPARTA'],
    ['كتاب', 'کتاب'],
    ['مدرسه', 'مدرسة'],
    ['2024', '٢٠٢٤'],
    ['서울', '서울은 크다'],
    ["об'єкт", 'обʼєкт'],
  ])('finds by %s, which a person types, the title %s', async (typed, title) => {
    const { save, find } = await withTitles();
    const id = await save(title);
    expect(await find(typed)).toEqual([id]);
  });
});
