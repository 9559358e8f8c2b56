import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import { earlierArticleRepository } from '../../../src/library';
import {
  capture,
  earlierArticles,
  lastChange,
  loaded,
  page,
  putOnServer,
  type TestLibrary,
  testLibrary,
  undo,
  value,
} from '../library';
import { checkInvariants } from '../model/invariants';

const IMAGE = 'https://example.org/1.png';
const OLD = '<p>One two three four</p>';
const NEW = '<p>Other words of a new capture</p>';

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  const saved = page({ html: OLD, images: [IMAGE], title: 'Old' });
  id = value(await test.library.bookmarks.save(saved)).bookmark.id;
  value(await test.library.articles.addImages(id, [loaded(IMAGE, 'one')]));
  await putOnServer(test.tables);
  later();
});

const later = () => {
  test.clock.now = unixMs(test.clock.now + SECOND_MS);
};
const again = async (parts: Parameters<typeof capture>[0] = { html: NEW, title: 'New' }) => {
  const captured = value(await test.library.bookmarks.recapture(id, capture(parts)));
  later();
  return { value: captured, group: captured.group };
};
const back = async (earlierId: number | null) =>
  value(await test.library.part(earlierArticleRepository).putBack(id, earlierId ?? expect.fail()));
const shown = async () => ({
  row: await test.tables.bookmarks.get(id),
  article: await test.tables.articles.get(id),
});
const html = async () => (await test.library.articles.get(id))?.html;

describe('the undo of a capture', () => {
  it('restores the article and the values of its page, leaves nothing to send, and keeps the capture', async () => {
    const before = await shown();
    const captured = await again();
    await undo(test, captured);
    expect(await shown()).toEqual(before);
    expect(await test.tables.outbox.count()).toBe(0);
    expect(await earlierArticles(test.tables, id)).toMatchObject([
      { cause: 'put-back', html: NEW, fields: { title: 'New' } },
    ]);
    await checkInvariants(test.tables);
    await undo(test, await lastChange(test.library));
    expect([await html(), (await shown()).row?.title]).toEqual([NEW, 'New']);
    expect(await earlierArticles(test.tables, id)).toMatchObject([
      { cause: 'captured-again', html: OLD },
    ]);
    await checkInvariants(test.tables);
  });

  it('sends the article again if the server may have the capture', async () => {
    const captured = await again();
    const changedAt = (await shown()).article?.changedAt ?? 0;
    await test.tables.outbox.clear();
    await undo(test, captured);
    expect(await test.tables.outbox.toArray()).toMatchObject([{ intent: { kind: 'content' } }]);
    expect((await shown()).article?.changedAt).toBeGreaterThan(changedAt);
  });

  it('leaves an article that has replaced it since, and values that a person has edited', async () => {
    const captured = await again();
    value(await test.library.bookmarks.edit(id, { title: 'Mine' }));
    await again({ html: '<p>A third text with some words</p>' });
    await undo(test, captured);
    expect(await html()).toBe('<p>A third text with some words</p>');
    expect((await shown()).row).toMatchObject({ title: 'Mine' });
    await checkInvariants(test.tables);
  });

  it('finds the article from before also after it was put back and gave way again', async () => {
    const captured = await again();
    later();
    const restored = await back(captured.value.earlierId);
    later();
    await undo(test, restored);
    expect(await html()).toBe(NEW);
    await undo(test, captured);
    expect(await html()).toBe(OLD);
    await checkInvariants(test.tables);
  });

  it('restores the values of a page whose text has not changed', async () => {
    const before = await again({ html: NEW, title: 'New' });
    const same = await again({ html: NEW, title: 'Another' });
    expect(same.value.earlierId).toBeNull();
    await undo(test, same);
    expect((await shown()).row).toMatchObject({ title: 'New' });
    await undo(test, before);
    expect([await html(), (await shown()).row?.title]).toEqual([OLD, 'Old']);
    await checkInvariants(test.tables);
  });

  it('is not offered for the first article of a page, nor for one that was too short to be taken', async () => {
    expect(
      value(await test.library.bookmarks.recapture(id, capture({ html: '<p>One</p>' }))),
    ).toMatchObject({
      isTooShort: true,
      group: null,
    });
    await test.tables.articles.delete(id);
    const content = { kind: 'address', reason: 'no-text' } as const;
    await test.tables.bookmarks.update(id, { content });
    expect((await again()).group).toBeNull();
  });
});

describe('the undo of an article that was put back', () => {
  it('restores the article that it replaced, with its place, and the list of earlier ones', async () => {
    value(await test.library.bookmarks.setPlace(id, { readProgress: 40, readAnchor: 'p' }));
    const { value: change } = await again();
    value(await test.library.bookmarks.setPlace(id, { readProgress: 80, readAnchor: 'h2' }));
    const listed = (await earlierArticles(test.tables, id)).map(({ id, cause }) => ({ id, cause }));
    const restored = await back(change.earlierId);
    expect((await shown()).row).toMatchObject({ readProgress: 40, readAnchor: 'p' });
    await undo(test, restored);
    expect(await html()).toBe(NEW);
    expect((await shown()).row).toMatchObject({ title: 'New', readProgress: 80, readAnchor: 'h2' });
    expect(await earlierArticles(test.tables, id)).toMatchObject(listed);
    await checkInvariants(test.tables);
  });
});
