import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/domain/time';
import { writeCsv, writeNetscape } from '../../../src/formats';
import { bookmark, textOfStream } from '../items';
import { entriesOf, NOW } from './run';

/** Text as it is stored: on one line, without white space at either end. */
const words = fc
  .string({ unit: fc.constantFrom(...'ab"\'<>&,;\\|[]{}=-#é漢😀'), minLength: 1, maxLength: 12 })
  .chain((first) => fc.constantFrom(first, `${first} ${first}`));

const exported = fc
  .record({
    url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    title: words,
    labels: fc.uniqueArray(words, { maxLength: 4 }),
    description: words,
    note: fc.array(words, { maxLength: 3 }).map((lines) => lines.join('\n')),
    isArchived: fc.boolean(),
    isFavourite: fc.boolean(),
    created: fc.integer({ min: Date.UTC(1995, 0), max: NOW }).map(unixMs),
  })
  .map((fields) => bookmark(fields));

const seconds = (time: number) => Math.floor(time / 1000) * 1000;

describe('an export', () => {
  it('can be imported again as CSV with labels, state, note and the time to the millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(exported, { maxLength: 5 }), async (bookmarks) => {
        const entries = await entriesOf('csv', await textOfStream(writeCsv(bookmarks)));
        expect(entries.toReversed()).toMatchObject(
          bookmarks.map(({ url, title, labels, isArchived, isFavourite, created, note }) => ({
            url,
            title,
            labels,
            isArchived,
            isFavourite,
            created,
            note,
          })),
        );
      }),
    );
  });

  it("can be imported again as a browser's bookmark file with note, description and the time to the second", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(exported, { maxLength: 5 }), async (bookmarks) => {
        const entries = await entriesOf('browser', await textOfStream(writeNetscape(bookmarks)));
        expect(entries.toReversed()).toMatchObject(
          bookmarks.map(
            ({ url, title, labels, description, isArchived, isFavourite, created, note }) => ({
              url,
              title,
              labels,
              description,
              note,
              isArchived,
              isFavourite,
              created: seconds(created),
            }),
          ),
        );
      }),
      { examples: [[[bookmark({ labels: ['[]'] })]]] },
    );
  });
});
