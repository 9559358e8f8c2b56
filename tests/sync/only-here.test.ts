import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOOKMARK_FIELD_NAMES,
  BOOKMARK_FIELDS,
  PAGE_ONLY_FIELDS,
} from '../../src/domain/bookmark-fields';
import type { Highlight } from '../../src/domain/highlight';
import type { SiteRuleId } from '../../src/domain/site-rules/site-rule';
import { MINUTE_MS, unixMs } from '../../src/domain/time';
import {
  bulkRepository,
  duplicateRepository,
  highlightRepository,
  labelColorRepository,
  type OnlyHereKind,
  onlyHereRepository,
  statisticsRepository,
  storageHealth,
  transferRepository,
} from '../../src/library';
import type { LibraryExtras } from '../../src/library/transfer/transferred';
import { createDecisions } from '../../src/sync';
import { capture, page, value } from '../library/library';
import { importsOf, started } from '../transfer/import-jobs';
import { ARTICLE, quoteOfText } from './model/article';
import { asReadeck } from './support/annotated-server';
import { type Device, keyOf, startWorld, type World } from './support/world';

const A = 'https://a.example/';
const B = 'https://b.example/';

/** A person's device that has two pages, which the server has read, and another device of the person. */
async function begin(isReadeck: boolean) {
  const world = await startWorld();
  const options = isReadeck ? { through: asReadeck } : {};
  const [one, other] = [await world.device(options), await world.device(options)];
  for (const url of [A, B]) {
    value(await one.library.bookmarks.save(page({ url, title: `Page ${url}`, html: ARTICLE })));
    world.advance(MINUTE_MS);
  }
  await settle(world, [one, other]);
  return { world, one, other, options };
}

/** Syncs until nothing is left to send. */
async function settle(world: World, devices: readonly Device[]) {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const device of devices) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(3 * MINUTE_MS);
    }
  }
}

const idOf = async (device: Device, url: string) => {
  const found = await device.find(url);
  if (found === null) throw new Error(`There is no ${url}`);
  return found.id;
};

const listOf = ({ library }: Device) => library.part(onlyHereRepository).list(false);

interface Case {
  /** The kind that only the device has afterwards; null: the server has everything. */
  readonly kind: OnlyHereKind | null;
  readonly isReadeck?: true;
  readonly make: (device: Device, other: Device, url: string) => Promise<unknown>;
}

const highlight = async (device: Device, url: string, exact?: string) => {
  const quote = exact === undefined ? quoteOfText(0) : { exact, prefix: '', suffix: '' };
  const made = { bookmarkId: await idOf(device, url), quote, color: 'yellow', position: null };
  return value(await device.library.part(highlightRepository).add({ ...made, note: 'mine' }));
};

const answer = async ({ library }: Device, { id }: Pick<Highlight, 'id'>) =>
  value(await library.part(highlightRepository).edit(id, { review: '2026-12-03/2' }));

const edit = async (device: Device, url: string, patch: object) =>
  value(await device.library.bookmarks.edit(await idOf(device, url), patch));

const CASES: Readonly<Record<string, Case>> = {
  'an edit of each part that a server has': {
    kind: null,
    make: (one, _, url) =>
      edit(one, url, {
        note: 'A note',
        addLabels: ['one', 'two'],
        isFavourite: true,
        isArchived: true,
        readProgress: 40,
      }),
  },
  'the title that a person replaced, and not the new one': {
    kind: 'earlierValues',
    make: (one, _, url) => edit(one, url, { title: 'Mine' }),
  },
  'a highlight that has its place': { kind: null, make: (one, _, url) => highlight(one, url) },
  'a collection': {
    kind: null,
    make: async (one) => value(await one.library.collections.create({ name: 'Later', title: 'x' })),
  },
  'a page in the trash': {
    kind: 'trash',
    make: async (one, _, url) => one.library.bookmarks.trash([await idOf(one, url)]),
  },
  'a page of a file': {
    kind: 'pages',
    make: (one, _, url) =>
      one.library.bookmarks.save(page({ url: `file:///home/me/${keyOf(url).length}.html` })),
  },
  'a page that a person keeps only here': {
    kind: 'pages',
    make: async (one, _, url) =>
      value(await createDecisions(one.library).keepLocalOnly(await idOf(one, url))),
  },
  'an article that was captured again': {
    kind: 'articles',
    isReadeck: true,
    make: async (one, _, url) =>
      value(
        await one.library.bookmarks.recapture(
          await idOf(one, url),
          // A much shorter text would be offered only.
          capture({ url, html: `<p>${'The whole text behind the sign-in. '.repeat(50)}</p>` }),
        ),
      ),
  },
  'a highlight without a place on the server': {
    kind: 'highlights',
    make: (one, _, url) => highlight(one, url, 'words that the server does not have'),
  },
  'an answer in the review': {
    kind: null,
    make: async (one, _, url) => answer(one, await highlight(one, url)),
  },
  'an answer in the review on a server without a place for it': {
    kind: 'reviews',
    isReadeck: true,
    make: async (one, _, url) => answer(one, await highlight(one, url)),
  },
  'a note on a server without notes': {
    kind: 'notes',
    isReadeck: true,
    make: (one, _, url) => edit(one, url, { note: 'my note' }),
  },
  'a text that was selected when the page was saved': {
    kind: 'excerpts',
    make: (one, _, url) =>
      one.library.bookmarks.save(page({ url, html: ARTICLE, excerpt: 'The boats stayed' })),
  },
  'an empty site name': {
    kind: 'details',
    make: async (one, _, url) => {
      await edit(one, url, { siteName: 'A site' });
      await one.round();
      await edit(one, url, { siteName: '' });
    },
  },
  'a collection with a condition that servers do not have': {
    kind: 'collections',
    make: async (one) =>
      value(await one.library.collections.create({ name: 'Own', localSearch: 'is:noted' })),
  },
  'an action on many pages that has not ended': {
    kind: 'unsent',
    make: async (one, _, url) => {
      const action = { kind: 'edit', patch: { isFavourite: true } } as const;
      return value(await one.library.part(bulkRepository).start(action, [await idOf(one, url)]));
    },
  },
  'an import that has not ended': { kind: 'imports', make: ({ library }) => begun(library) },
  'words that were typed and not saved': {
    kind: 'drafts',
    make: async (one, _, url) =>
      value(await one.library.drafts.put({ urlKey: keyOf(url), note: 'half a' })),
  },
  'a deleted highlight': {
    kind: 'deletedHighlights',
    make: async (one, _, url) => {
      const { id } = await highlight(one, url);
      return value(await one.library.part(highlightRepository).delete([id]));
    },
  },
  'a value that gave way to that of another device': {
    kind: 'earlierValues',
    make: async (one, other, url) => {
      await edit(other, url, { note: 'Theirs' });
      expect(await other.round()).toMatchObject({ kind: 'done' });
      await edit(one, url, { note: 'Ours' });
    },
  },
  'the colour of a label': {
    kind: 'labelColors',
    make: async (one) =>
      value(await one.library.part(labelColorRepository).setColors(new Map([['one', 'red']]))),
  },
  'a rule for a site': {
    kind: 'siteRules',
    make: async (one) =>
      one.tables.siteRules.add({
        id: 'r' as SiteRuleId,
        site: 'a.example',
        action: 'remove',
        path: { steps: [], text: 'Advert' },
        label: 'Advert',
        created: unixMs(1),
      }),
  },
  'a rule of retention': {
    kind: 'retention',
    make: async (one) => {
      const health = one.library.part(storageHealth);
      return value(await health.apply({ ...(await health.retention()), trashDays: 365 }));
    },
  },
  'pages that a person marked as different': {
    kind: 'distinctPairs',
    make: async (one) =>
      value(
        await one.library
          .part(duplicateRepository)
          .markDistinct(await idOf(one, A), [await idOf(one, B)]),
      ),
  },
  'a day on which something was read': {
    kind: 'readingDays',
    make: async (one) => value(await one.library.part(statisticsRepository).markReading()),
  },
};

async function begun(library: Device['library']) {
  const imports = importsOf(library);
  if ((await imports.next()) === null) await started(imports);
}

describe('what only this device has', () => {
  it.each([false, true])(
    'is nothing after a page was saved and synced (Readeck: %s)',
    async (isReadeck) => {
      const { world, one } = await begin(isReadeck);
      expect(await listOf(one)).toEqual([]);
      await world.end();
    },
  );

  it.each(Object.entries(CASES))('%s', async (_, { kind, isReadeck = false, make }) => {
    const { world, one, other } = await begin(isReadeck);
    await make(one, other, A);
    // Until it is sent, a removal of the library would lose it.
    if (kind === null) expect(await listOf(one)).toEqual([{ kind: 'unsent', count: 1 }]);
    await settle(world, [one, other]);
    const kinds = (await listOf(one)).map((each) => each.kind);
    if (kind === null) expect(kinds).toEqual([]);
    else expect(kinds).toContain(kind);
    await world.end();
  });

  it('counts what waits to be sent', async () => {
    const { world, one } = await begin(false);
    await edit(one, A, { isFavourite: true });
    await edit(one, B, { isFavourite: true });
    expect(await listOf(one)).toEqual([{ kind: 'unsent', count: 2 }]);
    await world.end();
  });

  it('names everything that does not come back by signing in again', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(CASES)), fc.constantFrom(A, B)), {
          minLength: 1,
          maxLength: 5,
        }),
        async (isReadeck, steps) => {
          const { world, one, other, options } = await begin(isReadeck);
          for (const [name, url] of steps) {
            if ((await one.find(url)) === null) continue;
            await CASES[name]?.make(one, other, url).catch(() => null);
          }
          await settle(world, [one, other]);
          const before = await thingsOf(one);
          const kinds = (await listOf(one)).map(({ kind }) => kind);
          const fresh = await world.device(options);
          await settle(world, [fresh]);
          const after = await thingsOf(fresh);
          const lost = [...before].filter(([name, { is }]) => after.get(name)?.is !== is);
          expect(lost.filter(([, { kind }]) => !kinds.includes(kind))).toEqual([]);
          await world.end();
        },
      ),
      { numRuns: 12 },
    ),
  );
});

interface Thing {
  /** Its value as JSON. */
  readonly is: string;
  /** The kind that has to be listed if it is lost. */
  readonly kind: OnlyHereKind;
}

/** Everything that a bundle has of a library, by a name that is the same on each device. */
async function thingsOf({ library }: Device): Promise<Map<string, Thing>> {
  const things = new Map<string, Thing>();
  const add = (name: string, is: unknown, kind: OnlyHereKind) =>
    things.set(name, { is: JSON.stringify(is), kind });
  const transfer = library.part(transferRepository);
  const urls = new Map<string, string>();
  for await (const { bookmarks, highlights } of transfer.exportPages(null, 100)) {
    for (const bookmark of bookmarks) {
      const { url, id, trashedAt } = bookmark;
      urls.set(id, url);
      const isHere = trashedAt !== null || bookmark.serverId === null;
      const whole = trashedAt === null ? 'pages' : 'trash';
      add(url, trashedAt !== null, whole);
      const kindOf = (kind: OnlyHereKind) => (isHere ? whole : kind);
      for (const field of BOOKMARK_FIELD_NAMES) {
        const kind = BOOKMARK_FIELDS[field].wire === null ? 'excerpts' : FIELD_KINDS[field];
        add(`${url} ${field}`, bookmark[field], kindOf(kind ?? 'details'));
      }
      const article = await transfer.readArticle(id);
      add(`${url} article`, article?.html.replaceAll(/<[^>]*>|\s/g, ''), kindOf('articles'));
    }
    for (const { bookmarkId, quote, color, note } of highlights) {
      const isKept = things.get(urls.get(bookmarkId) ?? '')?.kind === 'trash';
      const name = `${urls.get(bookmarkId)} ${quote.exact.replaceAll(/\s/g, '')}`;
      add(name, [color, note], isKept ? 'trash' : 'highlights');
    }
  }
  const extras: LibraryExtras = await transfer.readExtras();
  // The compiler asks for the kind of each.
  const { collections, ...others } = EXTRA_KINDS;
  for (const { id, created, updated, ...fields } of extras.collections)
    add(`collection ${fields.name}`, fields, collections);
  for (const [name, kind] of Object.entries(others))
    add(name, extras[name as keyof typeof others], kind);
  return things;
}

/** A new capture of the page brings most of them with its article. */
const FIELD_KINDS: Partial<Record<string, OnlyHereKind>> = {
  ...Object.fromEntries(PAGE_ONLY_FIELDS.map((field) => [field, 'articles'])),
  note: 'notes',
  wordCount: 'articles',
  readingTimeMinutes: 'articles',
};

const EXTRA_KINDS = {
  collections: 'collections',
  labelColors: 'labelColors',
  retention: 'retention',
  distinctPairs: 'distinctPairs',
  readingDays: 'readingDays',
  siteRules: 'siteRules',
  deletedHighlights: 'deletedHighlights',
  drafts: 'drafts',
} as const satisfies Record<keyof LibraryExtras, OnlyHereKind>;
