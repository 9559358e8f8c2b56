import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { unixMs } from '../../src/domain/time';
import { bundleJsonSchema } from '../../src/formats/bundle/json-schema';
import {
  BundleBookmark,
  BundleCollection,
  BundleDeletedHighlight,
  BundleDraft,
  BundleHighlight,
  BundleLabel,
  BundleLibrary,
  BundlePair,
  BundleRule,
  BundleSettings,
} from '../../src/formats/bundle/schema';
import { BundleStructure } from '../../src/formats/bundle/structure-schema';
import { highlightRepository, transferRepository } from '../../src/library';
import { checkBundle } from '../../src/transfer';
import { page, type TestLibrary, testLibrary, value } from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';
import { bundleWith, type Entries, fullEntries } from './full-bundle';

const SETTINGS = { toolbarClick: 'open' };

/** Checks a file against a library. */
async function checked(file: Blob, { library, clock }: TestLibrary, since: number | null = null) {
  const aside = await testLibrary();
  aside.clock.now = clock.now;
  const progress: (number | null)[][] = [];
  const check = value(
    await checkBundle(file, {
      present: library.part(transferRepository),
      settings: SETTINGS,
      aside: aside.library,
      now: clock.now,
      since: since === null ? null : unixMs(since),
      onProgress: (done, all) => progress.push([done, all]),
    }),
  );
  aside.close();
  return { ...check, progress };
}

/** The differences of a check, one line for each. */
const differencesOf = async (...args: Parameters<typeof checked>) =>
  (await checked(...args)).differences.flatMap(({ kind, form, count, first }) =>
    first.map(({ name, fields }) =>
      [kind, form, `${count}`, name, ...fields].join(' | ').replaceAll(' | 1 | ', ' | '),
    ),
  );

/** A library with a value in each field of the schema, and its entries. */
async function fullLibrary() {
  const test = await testLibrary();
  const entries = await fullEntries();
  value(await restoredBundle(await bundleWith(entries), test));
  // The trash begins its time at the restore.
  const pages = (entries['bookmarks/000001.jsonl'] as { trashedAt: unknown }[]).map((line) =>
    line.trashedAt === null ? line : { ...line, trashedAt: test.clock.now },
  );
  return { test, entries: { ...entries, 'bookmarks/000001.jsonl': pages } as Entries };
}

describe('a check of a backup', () => {
  it('finds no difference in the backup of the library, and says what it has compared', async () => {
    const { test, entries } = await fullLibrary();
    const { compared, differences, restored, progress } = await checked(
      await bundleWith(entries),
      test,
    );
    expect(differences).toEqual([]);
    expect(compared).toEqual({ pages: 3, articles: 1, images: 3, highlights: 1 });
    expect(restored).toMatchObject({ added: 2, inTrash: 1, problems: [], part: null });
    expect(progress.at(-1)).toEqual([3, 3]);
    const { file } = await exportedBundle(test, { settings: SETTINGS });
    expect(await differencesOf(file, test)).toEqual([]);
  });

  it('changes nothing in the library', async () => {
    const { test, entries } = await fullLibrary();
    const rows = () =>
      Promise.all(test.tables.tables.map(async (table) => [table.name, await table.toArray()]));
    const before = await rows();
    await checked(await bundleWith({ ...entries, 'bookmarks/000001.jsonl': [] }), test);
    expect(await rows()).toEqual(before);
  });

  it('names what was added, changed and deleted since, and counts what it does not name', async () => {
    const { test } = await fullLibrary();
    const { file } = await exportedBundle(test, { settings: SETTINGS });
    const { library } = test;
    const { id } = value(
      await library.bookmarks.save(page({ url: 'https://example.org/new', title: 'New' })),
    ).bookmark;
    const quote = { exact: 'New words', prefix: '', suffix: '' };
    const fields = { quote, color: 'red', position: null, note: '' };
    await library.part(highlightRepository).add({ ...fields, bookmarkId: id });
    const [kept] = await test.tables.bookmarks.toCollection().primaryKeys();
    await library.part(highlightRepository).add({ ...fields, bookmarkId: kept! });
    value(await library.bookmarks.edit(kept!, { title: 'Renamed', isArchived: true }));
    const many = Array.from({ length: 150 }, (_, at) => page({ url: `https://example.org/${at}` }));
    for (const one of many) value(await library.bookmarks.save(one));
    const { differences } = await checked(file, test);
    expect(differences.map(({ kind, form, count }) => `${kind} ${form} ${count}`)).toEqual([
      'pages missing 151',
      'pages changed 1',
      'highlights missing 1',
    ]);
    expect(differences[0]?.first).toHaveLength(100);
    expect(differences[1]?.first).toEqual([{ name: 'Renamed', fields: ['title', 'isArchived'] }]);
    expect(differences[2]?.first).toEqual([{ name: 'New words', fields: [] }]);
  });

  it('leaves out what has changed since a time', async () => {
    const { test } = await fullLibrary();
    test.clock.now = unixMs(test.clock.now + 1_000);
    const { file } = await exportedBundle(test, { settings: SETTINGS });
    const since = test.clock.now + 1_000;
    test.clock.now = unixMs(since + 1_000);
    value(
      await test.library.bookmarks.save(page({ url: 'https://example.org/new', title: 'New' })),
    );
    const [kept] = await test.tables.bookmarks.toCollection().primaryKeys();
    value(await test.library.bookmarks.edit(kept!, { title: 'Renamed' }));
    expect(await differencesOf(file, test)).toHaveLength(2);
    expect(await differencesOf(file, test, since)).toEqual([]);
  });

  it('compares a part of a library with its own pages only', async () => {
    const { test } = await fullLibrary();
    const ids = (await test.tables.bookmarks.toCollection().primaryKeys()).slice(0, 2);
    const { file } = await exportedBundle(test, { ids });
    const { differences, compared, restored } = await checked(file, test);
    expect(differences).toEqual([]);
    expect(compared.pages).toBe(2);
    expect(restored.part).toEqual({ name: 'Archive', bookmarks: 2, of: 3 });
  });
});

const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  'bookmarks/000001.jsonl': BundleBookmark,
  'highlights/000001.jsonl': BundleHighlight,
  'collections.jsonl': BundleCollection,
  'labels.jsonl': BundleLabel,
  'different-pages.jsonl': BundlePair,
  'site-rules.jsonl': BundleRule,
  'deleted-highlights.jsonl': BundleDeletedHighlight,
  'drafts.jsonl': BundleDraft,
  'library.json': BundleLibrary,
  'settings.json': BundleSettings,
  'structures/a.json': BundleStructure,
};

type Path = readonly (string | number)[];

/** The paths of all values in a JSON value, with those of objects and lists. */
const pathsOf = (at: unknown, path: Path = []): readonly Path[] =>
  typeof at === 'object' && at !== null
    ? [
        ...(path.length > 0 ? [path] : []),
        ...Object.entries(at).flatMap(([key, inner]) =>
          pathsOf(inner, [...path, Array.isArray(at) ? Number(key) : key]),
        ),
      ]
    : [path];

/** Returns a copy of a JSON value with another value at a path; undefined: without it. */
function changedAt(at: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy = structuredClone(at) as Record<string | number, unknown>;
  const inner = changedAt(copy[key], rest, to);
  if (inner === undefined && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const valueAt = (at: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], at);

/** All words and numbers that a field of the schema may be limited to. */
const CHOICES: readonly unknown[] = [
  ...new Set(JSON.stringify(bundleJsonSchema()).match(/"(?:enum":\[[^\]]*\]|const":[^,}]*)/g)),
].flatMap((found) => [JSON.parse(found.replace(/^"\w+":/, ''))].flat());

/** Other values of a field: what a damaged or an edited file may have there. */
function othersOf(now: unknown): readonly unknown[] {
  if (typeof now === 'number') return [now + 1, now - 1, null, undefined, ...CHOICES];
  if (typeof now === 'boolean') return [!now, null, undefined];
  if (typeof now === 'string') return [`${now}x`, 'f'.repeat(64), null, undefined, ...CHOICES];
  if (now === null) return [1, 1_700_000_000_000, true, 'f'.repeat(64), ...CHOICES];
  return [undefined, null];
}

/** A record with another value in one field, which a reader accepts. */
interface Fault {
  readonly entry: string;
  readonly line: number;
  readonly path: Path;
  readonly to: unknown;
}

/** Returns up to two faults of each field of a record. */
function faultsOf(entry: string, line: number, record: unknown): readonly Fault[] {
  const schema = SCHEMAS[entry] ?? z.never();
  return pathsOf(record).flatMap((path) => {
    const now = valueAt(record, path);
    const isFault = (to: unknown) => {
      const read = z.safeParse(schema, changedAt(record, path, to));
      return to !== now && read.success && JSON.stringify(read.data) !== JSON.stringify(record);
    };
    return othersOf(now)
      .filter(isFault)
      .slice(0, 2)
      .map((to) => ({ entry, line, path, to }));
  });
}

/** Fields that a restore does not read, with the reason. */
const NOT_READ: readonly (readonly [entry: RegExp, path: RegExp])[] = [
  // It says what the server has, and a library without one has none of it.
  [/^bookmarks/, /^hasOwnArticle$/],
  // The article itself says it.
  [/^bookmarks/, /^addressOnly$/],
  // The address leads to the page.
  [/^deleted/, /^highlight\.bookmarkId$/],
];

const isRead = ({ entry, path, line }: Fault): boolean =>
  line > 0 || !NOT_READ.some(([name, field]) => name.test(entry) && field.test(path.join('.')));

const LINE_KINDS: Readonly<Record<string, readonly [kind: string, key: string]>> = {
  'bookmarks/000001.jsonl': ['pages', 'id'],
  'highlights/000001.jsonl': ['highlights', 'id'],
  'collections.jsonl': ['collections', 'id'],
  'labels.jsonl': ['labelColors', 'label'],
  'different-pages.jsonl': ['distinctPairs', '0'],
  'site-rules.jsonl': ['siteRules', 'id'],
  'deleted-highlights.jsonl': ['deletedHighlights', 'id'],
  'drafts.jsonl': ['drafts', 'urlKey'],
};

/** The differences that a check must find: exactly the record and the field. */
function expectedOf({ entry, path, to }: Fault): readonly RegExp[] {
  const [first, second] = path.map(String);
  const whole = (kind: string) => [`${kind} missing`, `${kind} extra`];
  const lines = (...texts: readonly string[]) => texts.map((text) => new RegExp(`^${text}`));
  const changed = (kind: string, field: string | undefined) =>
    lines(`${kind} \\| changed \\| .* \\| ${field}$`);
  const [kind = '', key] = LINE_KINDS[entry] ?? [];
  const either = (name: string) =>
    whole(name).map((text) => new RegExp(`^${text.replace(' ', ' \\| ')} `));
  if (entry.startsWith('structures')) return changed('articles', 'structure');
  if (entry === 'settings.json') return lines('settings \\| changed \\| toolbarClick$');
  if (first === 'readingDays')
    return to === undefined ? either('readingDays').slice(0, 1) : either('readingDays');
  if (first === 'retention') return lines(`retention \\| changed \\| ${second}$`);
  if (kind === 'distinctPairs' || first === key) return either(kind);
  if (entry.startsWith('highlights') && first === 'bookmarkId') return either(kind).slice(0, 1);
  if (entry.startsWith('deleted')) {
    if (first === 'url') return either(kind).slice(0, 1);
    return second === 'id' ? either(kind) : changed(kind, second);
  }
  // Another address may be none that is taken.
  if (first === 'url' && !String(to).startsWith('https:')) return either(kind).slice(0, 1);
  if (first === 'icon' || first === 'image') return changed('images', first);
  if (first !== 'article') return changed(kind, first);
  if (second === undefined || second === 'file') return either('articles').slice(0, 1);
  return changed(second === 'images' ? 'images' : 'articles', second);
}

const describeFault = ({ entry, path, to }: Fault) =>
  `${entry} ${path.join('.')} → ${JSON.stringify(to)}`;

describe('a fault in a backup', () => {
  it('is possible in each field of the schema', async () => {
    const { entries } = await fullLibrary();
    const { $defs } = bundleJsonSchema() as { $defs: Record<string, { properties?: object }> };
    const defs = {
      bookmark: 'bookmarks/000001.jsonl',
      highlight: 'highlights/000001.jsonl',
      collection: 'collections.jsonl',
      label: 'labels.jsonl',
      siteRule: 'site-rules.jsonl',
      deletedHighlight: 'deleted-highlights.jsonl',
      draft: 'drafts.jsonl',
    };
    for (const [name, entry] of Object.entries(defs)) {
      const [record] = entries[entry] as object[];
      expect([name, Object.keys(record ?? {}).toSorted()]).toEqual([
        name,
        Object.keys($defs[name]?.properties ?? {}).toSorted(),
      ]);
    }
  });

  it.each(Object.keys(SCHEMAS))(
    'is named with its record and its field, and nothing else is: %s',
    async (entry) => {
      const { test, entries } = await fullLibrary();
      const content = entries[entry];
      const records = entry.endsWith('.jsonl') ? (content as unknown[]) : [content];
      const faults = records.flatMap((record, line) => {
        const all = faultsOf(entry, line, record).filter(isRead);
        // The other pages are those that have no article, or a time in the trash.
        const others = ['addressOnly', 'trashedAt'];
        return line === 0 ? all : all.filter(({ path }) => others.includes(String(path[0])));
      });
      expect(faults.length).toBeGreaterThan(0);
      const wrong: unknown[] = [];
      for (const fault of faults) {
        const { line, path, to } = fault;
        const damaged = records.with(line, changedAt(records[line], path, to));
        const file = await bundleWith({
          ...entries,
          [entry]: entry.endsWith('.jsonl') ? damaged : damaged[0],
        });
        const found = await differencesOf(file, test);
        const expected = expectedOf(fault);
        const isExact =
          found.length === expected.length &&
          expected.every((pattern, at) => pattern.test(found[at] ?? ''));
        if (!isExact)
          wrong.push({ fault: describeFault(fault), found, expected: expected.map(String) });
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each([
    ['the text of an article', /^articles/, 'articles | changed | A title | html'],
    ['the bytes of an icon', /^images.*/, 'images | changed | A title | icon'],
  ])('is named in %s', async (_, pattern, expected) => {
    const { test, entries } = await fullLibrary();
    const entry = Object.keys(entries).find((name) => pattern.test(name)) ?? '';
    const content = typeof entries[entry] === 'string' ? '<p>Other</p>' : new Uint8Array([1, 2]);
    expect(await differencesOf(await bundleWith({ ...entries, [entry]: content }), test)).toEqual([
      expected,
    ]);
  });

  it.each(['bookmarks/000001.jsonl', 'highlights/000001.jsonl', 'collections.jsonl'])(
    'that leaves a line unreadable is named with its entry and line, and with its record: %s',
    async (entry) => {
      const { test, entries } = await fullLibrary();
      const [first, ...others] = entries[entry] as object[];
      const damaged = [{ ...first, id: '../a' }, ...others];
      const file = await bundleWith({ ...entries, [entry]: damaged });
      const { restored, differences } = await checked(file, test);
      expect(restored.problems).toEqual([{ entry, line: 1 }]);
      expect(differences).toMatchObject([
        { kind: LINE_KINDS[entry]?.[0], form: 'missing', count: 1 },
      ]);
    },
  );
});

describe('a file that is not a backup of this library', () => {
  it('has only pages of its own', async () => {
    const { test } = await fullLibrary();
    const other = await testLibrary({ newId: () => 'other' });
    value(
      await other.library.bookmarks.save(
        page({ url: 'https://example.org/other', title: 'Other' }),
      ),
    );
    const { file } = await exportedBundle(other, { settings: SETTINGS });
    const found = await differencesOf(file, test);
    expect(found).toContain('pages | extra | Other');
    expect(found.filter((line) => line.startsWith('pages | missing | 3'))).toHaveLength(3);
  });

  it('is refused if it was cut or is of a newer version', async () => {
    const entries: Entries = await fullEntries();
    const file = await bundleWith(entries);
    const head = { format: 'leafmark-library', version: 9 };
    const { library } = await testLibrary();
    const options = {
      present: library.part(transferRepository),
      aside: library,
      now: unixMs(1),
      settings: SETTINGS,
      since: null,
      onProgress() {},
    };
    expect(await checkBundle(file.slice(0, -1), options)).toMatchObject({ error: { kind: 'cut' } });
    const newer = await bundleWith({ ...entries, 'leafmark.json': head });
    expect(await checkBundle(newer, options)).toMatchObject({ error: { kind: 'newer-version' } });
  });
});
