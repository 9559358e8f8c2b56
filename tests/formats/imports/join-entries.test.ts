import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/domain/time';
import {
  type ImportedEntry,
  type ImportedHighlight,
  type ImportStep,
  joinRepeats,
} from '../../../src/formats';
import { joinEntries } from '../../../src/formats/imports/join-entries';
import { entry, NOW } from './run';

const URL = 'https://example.org/a';

const highlight =
  (quote: string) =>
  (note: string): ImportedHighlight => {
    return { quote, note, prefix: '', suffix: '', color: null, created: null };
  };

const anyEntry = fc
  .record({
    title: fc.constantFrom('', 'One', 'Two'),
    labels: fc.subarray(['tea', 'Tea', 'slow food']),
    created: fc.option(fc.integer({ min: Date.UTC(1995, 0), max: NOW }).map(unixMs)),
    note: fc.constantFrom('', 'For Ada', 'Soon', 'Soon\nor later'),
    isArchived: fc.boolean(),
    isFavourite: fc.boolean(),
    readProgress: fc.integer({ min: 0, max: 100 }),
    html: fc.option(fc.constantFrom('<p>One', '<p>Two')),
    highlights: fc
      .subarray(['x', 'y', 'z'])
      .chain((quotes) =>
        fc.tuple(
          ...quotes.map((quote) => fc.constantFrom('', 'Cold', 'Ask Ann').map(highlight(quote))),
        ),
      ),
  })
  .map((fields) => ({
    ...entry({ url: URL, ...fields }),
    ...(fields.isArchived && { readProgress: 100 }),
  }));

const anyEntries = fc.array(anyEntry, { minLength: 1, maxLength: 5 });

async function stepsOf(
  entries: readonly ImportedEntry[],
  isNewestFirst = false,
): Promise<readonly ImportedEntry[]> {
  const read = async function* (): AsyncGenerator<ImportStep> {
    for (const each of entries) yield { kind: 'entry', entry: each };
    yield { kind: 'skipped', row: 9, reason: 'broken', text: '' };
  };
  const joined: ImportedEntry[] = [];
  for await (const step of joinRepeats(read, isNewestFirst))
    if (step.kind === 'entry') joined.push(step.entry);
  return joined;
}

describe('entries of one address', () => {
  it('become one with all labels, notes and highlights, the earliest date, a favourite and archived if any was', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, async (entries) => {
        const [first, ...others] = await stepsOf(entries);
        expect(others).toEqual(entries.slice(1));
        const keys = (labels: readonly string[]) => new Set(labels.map((one) => one.toLowerCase()));
        expect(keys(first!.labels)).toEqual(keys(entries.flatMap(({ labels }) => labels)));
        const dates = entries.flatMap(({ created }) => created ?? []);
        expect(first!.created).toBe(dates.length === 0 ? null : Math.min(...dates));
        for (const { note } of entries) {
          expect(first!.note.replace(/\s+/g, ' ')).toContain(note.replace(/\s+/g, ' '));
        }
        expect(first!.isArchived).toBe(entries.some(({ isArchived }) => isArchived));
        expect(first!.isFavourite).toBe(entries.some(({ isFavourite }) => isFavourite));
        expect(first!.html).toBe(entries.find(({ html }) => html !== null)?.html ?? null);
        const quotesOf = (some: readonly ImportedEntry[]) =>
          new Set(some.flatMap(({ highlights }) => highlights.map(({ quote }) => quote)));
        expect(quotesOf([first!])).toEqual(quotesOf(entries));
        for (const { quote, note } of entries.flatMap(({ highlights }) => highlights)) {
          expect(first!.highlights.find((one) => one.quote === quote)?.note).toContain(note);
        }
      }),
    );
  });

  it('are joined alike in any grouping', () => {
    fc.assert(
      fc.property(anyEntry, anyEntry, anyEntry, (a, b, c) => {
        const one = joinEntries([joinEntries([a, b]), c]);
        const other = joinEntries([a, joinEntries([b, c])]);
        // A note that another one contains is not repeated, so the order may matter for it.
        const withoutNotes = ({ highlights, ...joined }: ImportedEntry) => ({
          ...joined,
          note: '',
          highlights: highlights.map(({ quote }) => quote),
        });
        expect(withoutNotes(one)).toEqual(withoutNotes(other));
      }),
    );
  });

  it('have the title of the first that has more than the address', () => {
    const bare = entry({ url: URL, title: URL });
    const titled = entry({ url: URL, title: 'Ice' });
    expect(joinEntries([bare, titled, entry({ url: URL, title: 'Other' })]).title).toBe('Ice');
    expect(joinEntries([bare, bare]).title).toBe(URL);
  });

  it('have the texts of the first row of the file, also if it is the newest and comes last', async () => {
    const [first, second] = ['First', 'dup'].map((title) => entry({ url: URL, title }));
    expect((await stepsOf([first!, second!]))[0]?.title).toBe('First');
    expect((await stepsOf([second!, first!], true))[0]?.title).toBe('First');
  });

  it('have the article of the first row that has one, also if it comes last', async () => {
    const rows = ['a', null, 'b', 'c', null].map((html) => entry({ url: URL, html }));
    expect((await stepsOf(rows))[0]?.html).toBe('a');
    expect((await stepsOf(rows.slice(1)))[0]?.html).toBe('b');
    expect((await stepsOf(rows, true))[0]?.html).toBe('c');
  });

  it('have a text as often as one of them has it', () => {
    const twice = entry({ url: URL, highlights: [highlight('x')('First'), highlight('x')('')] });
    const once = entry({ url: URL, highlights: [highlight('x')('Other')] });
    const notes = (joined: ImportedEntry) => joined.highlights.map(({ note }) => note);
    expect(notes(joinEntries([twice, once]))).toEqual(['First\n\nOther', '']);
    expect(notes(joinEntries([once, twice]))).toEqual(['Other\n\nFirst', '']);
  });

  it('are joined in linear time, whatever they have', { tags: ['full'] }, async () => {
    const long = entry({
      url: URL,
      labels: Array.from({ length: 250 }, (_, at) => `${at}${'é'.repeat(1000)}`),
      note: 'a '.repeat(9_000),
      highlights: [highlight('x')('a '.repeat(45_000))],
    });
    const short = entry({ url: URL, labels: ['x'], note: 'a a' });
    const others = Array.from({ length: 200_000 }, (_, at) => ({
      ...short,
      folders: [`folder ${at}`],
      highlights: [highlight('x')('a a')],
    }));
    const [first] = await stepsOf([long, ...others]);
    const withShort = ({ note }: { readonly note: string }) => `${note}\n\n${short.note}`;
    const highlights = long.highlights.map((one) => ({ ...one, note: withShort(one) }));
    const labels = [...long.labels, 'x'];
    expect(first).toEqual({ ...long, labels, note: withShort(long), highlights });
  });

  it('stay apart from those of other addresses', async () => {
    const others = [entry({ url: URL }), entry({ url: `${URL}b`, labels: ['x'] })];
    expect(await stepsOf(others)).toEqual(others);
  });
});
