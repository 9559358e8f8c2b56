import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_MAX_LENGTH } from '../../../src/domain/label';
import { type ImportStep, recogniseFile } from '../../../src/formats';
import { MAX_IMPORTED_ROWS } from '../../../src/formats/imports/limits';
import { at, blobOf, importOf } from './run';
import { FORMATS, type Row, written, ZIPS } from './writers';

const CREATED = '2026-01-01T00:00:00Z';
const row = (name: string, with_: Partial<Row> = {}): Row => ({
  url: `https://example.org/${name}`,
  title: `Title of ${name}`,
  created: CREATED,
  ...with_,
});
const ROWS = ['a', 'b', 'c', 'd', 'e'].map((name) => row(name));

const entriesIn = (steps: readonly ImportStep[]) =>
  steps.flatMap((step) => (step.kind === 'entry' ? [step.entry] : []));
const urlsIn = (steps: readonly ImportStep[]) => entriesIn(steps).map(({ url }) => url);
const reasonsIn = (steps: readonly ImportStep[]) =>
  steps.flatMap((step) => (step.kind === 'skipped' ? [step.reason] : []));

const utf16 =
  (isLittleEndian: boolean) =>
  (text: string): Uint8Array<ArrayBuffer> => {
    const marked = `\ufeff${text}`;
    const bytes = new Uint8Array(2 * marked.length);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < marked.length; at += 1) {
      view.setUint16(2 * at, marked.charCodeAt(at), isLittleEndian);
    }
    return bytes;
  };
const windows1252 = (text: string) =>
  Uint8Array.from(text, (character) => (character === '€' ? 0x80 : character.charCodeAt(0)));

describe.each(FORMATS)('a file of %s', (format) => {
  const hasTitles = format !== 'text';

  it('is read, and recognised by its content', async () => {
    const file = await written(format, ROWS);
    const steps = await importOf(format, file);
    expect(urlsIn(steps)).toEqual(ROWS.map(({ url }) => url));
    expect(steps).toHaveLength(ROWS.length);
    if (hasTitles) {
      expect(entriesIn(steps).map(({ title }) => title)).toEqual(ROWS.map(({ title }) => title));
      expect(entriesIn(steps).map(({ created }) => created)).toEqual(ROWS.map(() => at(CREATED)));
    }
    expect(await recogniseFile(file)).toEqual({ ok: true, value: format });
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => new TextEncoder().encode(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(true)],
    ['UTF-16 BE', utf16(false)],
    ['Windows-1252', windows1252],
  ])('may be in %s', async (_, encode) => {
    const rows = [row('a', { title: 'Crème brûlée à 3 €' }), row('b')];
    const file = await written(format, rows, encode);
    const steps = await importOf(format, file);
    expect(steps).toEqual(await importOf(format, await written(format, rows)));
    expect(urlsIn(steps)).toHaveLength(2);
    expect(await recogniseFile(file)).toEqual({ ok: true, value: format });
  });

  it('that is empty has a failure or no bookmarks', async () => {
    const steps = await importOf(format, '');
    const isFailure = steps.length === 1 && steps[0]?.kind === 'failed';
    expect(steps.length === 0 || isFailure).toBe(true);
    expect(await recogniseFile(blobOf(''))).toEqual({
      ok: false,
      error: { kind: 'other-format' },
    });
  });

  it('keeps the bookmarks before the place where it breaks off, or is no zip', async () => {
    const file = await written(format, ROWS);
    const whole = await importOf(format, file);
    const urls = new Set(urlsIn(whole));
    for (let length = 0; length < file.size; length += 7) {
      const steps = await importOf(format, file.slice(0, length));
      const end = steps.findIndex(({ kind }) => kind === 'failed');
      expect(end === -1 || end === steps.length - 1).toBe(true);
      const strange = urlsIn(steps).filter((url) => !urls.has(url));
      // Only the address that was cut may be another one.
      expect(strange.length).toBeLessThanOrEqual(1);
    }
    const most = await importOf(format, file.slice(0, Math.floor(file.size * 0.85)));
    expect(urlsIn(most).length).toBeGreaterThanOrEqual(ZIPS.has(format) ? 0 : 3);
    if (ZIPS.has(format))
      expect(most).toEqual([{ kind: 'failed', failure: { kind: 'not-a-zip' } }]);
  });

  it('keeps the good rows beside bad addresses, which are reported', async () => {
    const bad = [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'data:text/html,x',
      'file:///a',
      'a',
    ];
    const rows = bad.flatMap((url, at) => [row(`good${at}`), row('', { url })]);
    const steps = await importOf(format, await written(format, rows));
    expect(urlsIn(steps)).toEqual(bad.map((_, at) => row(`good${at}`).url));
    expect(reasonsIn(steps)).toEqual(bad.map(() => 'not-a-web-address'));
  });

  it('takes markup in a title as text', async () => {
    const title = '<script>alert("1")</script> & <b>x</b>';
    const steps = await importOf(format, await written(format, [row('a', { title })]));
    expect(entriesIn(steps)).toMatchObject([{ title: hasTitles ? title : '' }]);
  });

  it('has no date where it is not a plausible one', async () => {
    const dates = ['0', '-1', '1', '', 'soon', '0000-01-01T00:00:00Z', '1800-01-01', '99999-12-31'];
    const more = ['2026-13-45', '+099999-01-01T00:00:00Z', '9'.repeat(400), '1e999', 'NaN'];
    const rows = [...dates, ...more].map((created, at) => row(`${at}`, { created }));
    const steps = await importOf(format, await written(format, rows));
    expect(entriesIn(steps).map(({ created }) => created)).toEqual(rows.map(() => null));
  });

  it('keeps an address that comes twice, because the library joins them', async () => {
    const steps = await importOf(format, await written(format, [row('a'), row('b'), row('a')]));
    expect(urlsIn(steps)).toEqual([row('a').url, row('b').url, row('a').url]);
  });

  it('is refused or read without strange bookmarks if it is a file of another program', async () => {
    for (const other of FORMATS) {
      const steps = await importOf(format, await written(other, ROWS));
      const known = new Set(ROWS.map(({ url }) => url));
      expect(urlsIn(steps).filter((url) => !known.has(url))).toEqual([]);
      // Nothing is taken for a broken file: it is refused as a whole, or read.
      if (urlsIn(steps).length === 0) expect(steps).toHaveLength(1);
      else expect(urlsIn(steps)).toHaveLength(ROWS.length);
    }
  });

  it('ends without an exception whatever is changed in it', async () => {
    const bytes = new Uint8Array(await (await written(format, ROWS)).arrayBuffer());
    const change = fc.record({
      at: fc.nat({ max: bytes.length }),
      removed: fc.nat({ max: 40 }),
      added: fc.uint8Array({ maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const file = changes.reduce(
          (blob, { at, removed, added }) =>
            new Blob([blob.slice(0, at), Uint8Array.from(added), blob.slice(at + removed)]),
          new Blob([bytes]),
        );
        const steps = await importOf(format, file);
        const end = steps.findIndex(({ kind }) => kind === 'failed');
        expect(end === -1 || end === steps.length - 1).toBe(true);
        for (const { url, labels } of entriesIn(steps)) {
          expect(url).toMatch(/^https?:/i);
          expect(labels.every((label) => label.length <= LABEL_MAX_LENGTH)).toBe(true);
        }
        await recogniseFile(file);
      }),
      { numRuns: 40 },
    );
  });
});

/** `npm run soak -- imports` has more rows than a library may have. */
const MANY = Number(process.env.LEAFMARK_IMPORT_ROWS ?? 3000);

describe('a long file', () => {
  it.each(FORMATS)(
    'of %s is read to its end, or to the greatest number of rows',
    async (format) => {
      const rows = Array.from({ length: MANY }, (_, at) => row(`${at}`));
      const steps = await importOf(format, await written(format, rows));
      if (MANY <= MAX_IMPORTED_ROWS)
        return expect(urlsIn(steps)).toEqual(rows.map(({ url }) => url));
      expect(steps.at(-1)).toEqual({ kind: 'failed', failure: { kind: 'too-many-rows' } });
    },
  );
});
