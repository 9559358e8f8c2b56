import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bookmark } from '../../src/domain/bookmark';
import { UNDO_MS, unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import type { Library } from '../../src/library';
import { address, capture, page, type TestLibrary, testLibrary, undo, value } from './library';
import { type Action, actions } from './model/actions';
import { checkInvariants } from './model/invariants';
import {
  editInModel,
  expireInModel,
  type Model,
  recaptureInModel,
  saveInModel,
} from './model/model';
import { type Server, sendOutbox, sentBookmark } from './model/server';

const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 40);
const TIME_LIMIT_MS = 60_000 + HISTORIES * 200;

interface World extends TestLibrary {
  readonly contexts: readonly Library[];
  readonly model: Model;
  readonly server: Server;
}

const find = (library: Library, url: string): Promise<Bookmark | null> =>
  library.bookmarks.findByUrlKey(urlKey(url)!);

async function idsOf(library: Library, urls: readonly string[]) {
  const found = await Promise.all(urls.map((url) => find(library, url)));
  return found.flatMap((bookmark) => bookmark?.id ?? []);
}

async function act(world: World, action: Action): Promise<void> {
  const { model, clock } = world;
  const library = world.contexts[action.context]!;
  clock.now = unixMs(clock.now + 1);
  switch (action.kind) {
    case 'save': {
      const parts = { ...action.parts, url: action.url };
      value(await library.bookmarks.save(page(parts)));
      return saveInModel(model, action.url, capture(parts), '');
    }
    case 'saveAddress':
      value(await library.bookmarks.save(address({ url: action.url, title: 'Tab' })));
      return saveInModel(model, action.url, null, 'Tab');
    case 'edit': {
      const [id] = await idsOf(library, [action.url]);
      if (id === undefined) return;
      const edited = value(await library.bookmarks.edit(id, action.patch));
      const before = structuredClone(model.get(action.url)!);
      editInModel(model.get(action.url)!, action.url, action.patch);
      if (!action.isUndone) return;
      await undo({ library }, edited);
      model.set(action.url, before);
      return;
    }
    case 'trash':
    case 'restore':
    case 'purge':
      value<unknown, unknown>(
        await library.bookmarks[action.kind](await idsOf(library, action.urls)),
      );
      return moveInModel(world, action.kind, action.urls);
    case 'recapture': {
      const [id] = await idsOf(library, [action.url]);
      if (id === undefined) return;
      const again = capture({ ...action.parts, url: action.url });
      const { ok } = await library.bookmarks.recapture(id, again);
      expect(ok).toBe(recaptureInModel(model.get(action.url)!, again));
      return;
    }
    case 'addImages': {
      const [id] = await idsOf(library, [action.url]);
      if (id === undefined) return;
      const { ok } = await library.articles.addImages(id, action.images);
      expect(ok).toBe(model.get(action.url)?.html !== null);
      return;
    }
    case 'wait':
      clock.now = unixMs(clock.now + action.ms);
      return;
    case 'expire':
      value(await library.sync.confirmTime(clock.now));
      value(await library.storage.expire(clock.now));
      return expireInModel(model, clock.now);
    case 'sync':
      return sendOutbox(world.tables, world.server, clock.now);
  }
}

function moveInModel(
  { model, clock }: World,
  kind: 'trash' | 'restore' | 'purge',
  urls: readonly string[],
): void {
  for (const url of urls) {
    const known = model.get(url);
    if (known === undefined) continue;
    if (kind === 'trash') known.trashedAt ??= clock.now;
    if (kind === 'restore') known.trashedAt = null;
    if (kind === 'purge' && known.trashedAt !== null) model.delete(url);
  }
}

async function checkAgainstModel({ tables, model }: World): Promise<void> {
  const rows = await tables.bookmarks.toArray();
  expect(rows.map(({ url }) => url).sort()).toEqual([...model.keys()].sort());
  for (const { id, url, trashedAt, excerpt } of rows) {
    const { pageTitle, isTitleEdited, ...expected } = model.get(url)!;
    const stored = { ...(await sentBookmark(tables, id)), excerpt, trashedAt };
    expect(sorted(stored)).toEqual(sorted(expected));
  }
}

/**
 * Checks that the server has exactly the bookmarks outside the trash once everything has been sent.
 */
async function checkServer({ tables, server, clock }: World): Promise<void> {
  await sendOutbox(tables, server, unixMs(clock.now + UNDO_MS));
  expect(await tables.outbox.count()).toBe(0);
  const rows = (await tables.bookmarks.toArray()).filter(({ trashedAt }) => trashedAt === null);
  expect([...server.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const { id } of rows) {
    expect(sorted(server.get(id)!)).toEqual(sorted(await sentBookmark(tables, id)));
  }
}

const sorted = <T extends { labels: readonly string[] }>(bookmark: T): T => ({
  ...bookmark,
  labels: [...bookmark.labels].sort(),
});

describe('a library after a random history', () => {
  it(
    'has the state of the model, and its counters, lists, facets, assets and outbox agree',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(actions, { maxLength: 60, size: 'max' }), async (history) => {
          const test = await testLibrary();
          const contexts = [test.library, await test.another()];
          const world: World = { ...test, contexts, model: new Map(), server: new Map() };
          for (const action of history) await act(world, action);
          await checkInvariants(world.tables);
          await checkAgainstModel(world);
          await checkServer(world);
          for (const opened of [...contexts, world.tables]) opened.close();
        }),
        { numRuns: HISTORIES },
      );
    },
    TIME_LIMIT_MS,
  );
});
