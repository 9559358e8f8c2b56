import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../../../src/formats';
import { MAX_IMPORTED_HTML_LENGTH, MAX_SKIPPED_TEXT } from '../../../src/formats/imports/limits';
import { importOf } from './run';

const A = 'https://example.org/a';

/** Returns what the first row of a file has and its bookmark lacks. */
async function lackingIn(format: ImportFormat, file: string) {
  const [step] = await importOf(format, file);
  if (step?.kind !== 'entry') throw new Error(JSON.stringify(step));
  return step.unreadable;
}

const tableOf = (name: string, cell: string) => `url,${name}\n${A},"${cell}"\n`;
const inTable = async (name: string, cell: string) =>
  (await lackingIn('csv', tableOf(name, cell)))?.text;

describe('a value of a table that cannot be read', () => {
  it.each([
    ['Date added', 'one day in May'],
    ['Date added', '31/02/x'],
    ['Date added', '17 Brumaire VIII'],
    // Such a time is a counter, or in another unit.
    ['Date added', '4 May 1812'],
    ['Published', 'last week'],
    ['Status', 'halfway'],
    ['Archived', 'perhaps'],
    ['Unread', 'Tuesday'],
    ['Read at', 'in bed'],
    ['Favourite', '★★★★'],
    ['Starred', '4 of 5'],
    ['Progress', 'most of it'],
    ['Tags', '[1, 2]'],
  ])('is named below its column: %s, %s', async (name, cell) => {
    expect(await inTable(name, cell)).toBe(`${name}: ${cell} · ${A}`);
  });

  it.each([
    ['Date added', '17 mai 2024, 10:30'],
    ['Date added', '13/2/2024'],
    ['Date added', ''],
    ['Date added', '0'],
    ['Date added', '0000-00-00 00:00:00'],
    ['Date added', '0001-01-01T00:00:00Z'],
    ['Date added', '1970-01-01'],
    ['Published', 'N/A'],
    ['Published', '–'],
    ['Status', 'Unread'],
    ['Status', 'In progress'],
    ['Archived', 'non'],
    ['Unread', 'sì'],
    ['Read at', '3 May 2024'],
    ['Read at', '13/2/2024'],
    ['Favourite', 'FALSE'],
    ['Progress', '45 %'],
    ['Progress', '0'],
    ['Tags', '[]'],
    ['Tags', 'tea, cake'],
    ['Colour', 'whatever'],
  ])('is not one that says nothing or is known: %s, %s', async (name, cell) => {
    expect(await inTable(name, cell)).toBeUndefined();
  });

  it('is counted, with the others of its row', async () => {
    const rows = `url,created,status,progress\nhttps://example.org/b,,,\n${A},soon,halfway,x\n`;
    const [first, second] = await importOf('csv', rows);
    // The last row of a table comes first.
    expect(first).toMatchObject({
      unreadable: {
        row: 2,
        count: 3,
        text: `status: halfway · progress: x · created: soon · ${A}`,
      },
    });
    expect(second).not.toHaveProperty('unreadable');
  });

  it('is named as the table has it, with the number of a column without a name', async () => {
    const rows = `${A}\tTea and cake\n${A}\tPears and plums\n`;
    const options = { columns: ['url', 'created'] as const };
    const [step] = await importOf('csv', rows, options);
    expect(step).toMatchObject({ unreadable: { text: `2: Pears and plums · ${A}` } });
  });
});

describe('a value of another file that cannot be read', () => {
  const post = (values: object) => JSON.stringify([{ url: A, is_archived: 0, ...values }]);

  it.each<[string, ImportFormat, string]>([
    ['soon', 'browser', `<DL><DT><A HREF="${A}" ADD_DATE="soon">A</A></DL>`],
    ['12', 'goodlinks', JSON.stringify([{ url: A, addedAt: 12 }])],
    ['yesterday', 'wallabag-json', post({ created_at: 'yesterday' })],
    ['long ago', 'wallabag-json', post({ published_at: 'long ago' })],
    [
      'at noon',
      'wallabag-json',
      post({ annotations: [{ quote: 'Tea', text: '', created_at: 'at noon' }] }),
    ],
    // A note without a text to which it belongs.
    ['Ask Ada', 'wallabag-json', post({ annotations: [{ quote: ' ', text: 'Ask Ada' }] })],
  ])('is named before the address: %s, in a file of %s', async (text, format, file) => {
    expect(await lackingIn(format, file)).toEqual({ row: 1, count: 1, text: `${text} · ${A}` });
  });

  it('is named by its beginning', async () => {
    const html = `<p>${'long '.repeat(MAX_IMPORTED_HTML_LENGTH / 5)}`;
    const found = await lackingIn('wallabag-json', post({ content: html }));
    expect(found?.text).toMatch(/^<p>long .* · https:/);
    expect(found?.text.length).toBeLessThan(2 * MAX_SKIPPED_TEXT);
  });

  it.each([
    `<A HREF="${A}" ADD_DATE="0">`,
    `<A HREF="${A}">`,
    `<A HREF="${A}" ADD_DATE="1600000000">`,
  ])('is no date that a browser does not know: %s', async (link) => {
    expect(await lackingIn('browser', `<DL><DT>${link}A</A></DL>`)).toBeUndefined();
  });
});

describe('any date of a row', () => {
  it('is kept, says nothing, or is named', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789/-.: '), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('May', 'mai', '3', '2024', ' ', ',', 'x'), maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (date) => {
        const [step] = await importOf('csv', tableOf('created', date));
        if (step?.kind !== 'entry') throw new Error('no bookmark');
        const isNamed =
          step.unreadable?.text === `created: ${date.trim().replace(/\s+/g, ' ')} · ${A}`;
        const isZero = !/[1-9\p{L}]/u.test(date) || /^\s*(?:0001|1970|1601)/.test(date);
        expect(Number(step.entry.created !== null) + Number(isNamed || isZero)).toBe(1);
      }),
    );
  });
});
