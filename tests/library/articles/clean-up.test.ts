import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { PageStructure } from '../../../src/domain/site-rules/page-structure';
import type { SiteRule, SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import { unixMs } from '../../../src/domain/time';
import {
  type ArticleEdit,
  type CleanUpRepository,
  cleanUpRepository,
  highlightRepository,
  siteRuleRepository,
  storageHealth,
} from '../../../src/library';
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

const HTML = '<p>One two three</p><p>Buy our lamps</p>';
const IMAGE = 'https://example.org/1.png';
const STRUCTURE: PageStructure = {
  nodes: [{ parent: -1, tag: '', names: [{ in: 'class', value: 'story' }] }],
  blocks: [{ node: 0, key: 7, letters: 13 }],
  removed: [],
};
const RULE: Omit<SiteRule, 'created'> = {
  id: 'r1' as SiteRuleId,
  site: 'example.org',
  action: 'remove',
  path: { steps: [{ tag: '', names: [{ in: 'class', value: 'promo' }] }], text: '' },
  label: 'Buy our lamps',
};

let test: TestLibrary;
let id: BookmarkId;
let cleanUp: CleanUpRepository;

beforeEach(async () => {
  test = await testLibrary();
  cleanUp = test.library.part(cleanUpRepository);
  const saved = page({ html: HTML, images: [IMAGE] });
  const captured = { ...saved, capture: { ...saved.capture, structure: STRUCTURE } };
  id = value(await test.library.bookmarks.save(captured)).bookmark.id;
});

const editTo = (html: string, parts: Partial<ArticleEdit> = {}): ArticleEdit => ({
  article: capture({ html }).article!,
  structure: STRUCTURE,
  rule: RULE,
  dropped: null,
  ...parts,
});
const html = async () => (await test.library.articles.get(id))?.html;
const rules = () => test.library.part(siteRuleRepository).ofSite('example.org');

describe('cleaning up an article', () => {
  it('has the structure of its page from the capture', async () => {
    expect(await cleanUp.structure(id)).toEqual(STRUCTURE);
    const other = page({ url: 'https://example.org/b' });
    const { bookmark } = value(await test.library.bookmarks.save(other));
    expect(await cleanUp.structure(bookmark.id)).toBeNull();
  });

  it('changes the text and its length, and remembers the rule', async () => {
    value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    expect(await html()).toBe('<p>One two three</p>');
    expect(await test.library.bookmarks.get(id)).toMatchObject({ wordCount: 3 });
    expect(await rules()).toEqual([{ ...RULE, created: test.clock.now }]);
  });

  it('queues the article once, with the change', async () => {
    await test.tables.outbox.clear();
    value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    value(await cleanUp.edit(id, editTo('<p>One two</p>')));
    expect(await test.tables.outbox.toArray()).toMatchObject([
      { bookmarkId: id, intent: { kind: 'content' } },
    ]);
  });

  it('is undone with its rule, and keeps the images that arrived meanwhile', async () => {
    const edit = value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    value(await test.library.articles.addImages(id, [loaded(IMAGE, 'one')]));
    await undo(test, edit);
    expect(await html()).toBe(HTML);
    expect((await test.library.articles.get(id))?.images.map(({ hash }) => hash)).not.toContain(
      null,
    );
    expect(await test.library.bookmarks.get(id)).toMatchObject({ wordCount: 6 });
    expect(await rules()).toEqual([]);
    expect(await cleanUp.structure(id)).toEqual(STRUCTURE);
  });

  it('leaves nothing to send if it is undone before it was sent, and is there again when that is undone', async () => {
    await putOnServer(test.tables);
    const before = [await test.tables.articles.get(id), await test.tables.bookmarks.get(id)];
    const edit = value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    await undo(test, edit);
    expect([await test.tables.articles.get(id), await test.tables.bookmarks.get(id)]).toMatchObject(
      before,
    );
    expect(await test.tables.outbox.count()).toBe(0);
    expect(await earlierArticles(test.tables, id)).toEqual([]);
    await undo(test, await lastChange(test.library));
    expect(await html()).toBe('<p>One two three</p>');
    expect(await rules()).toMatchObject([RULE]);
    expect(await earlierArticles(test.tables, id)).toMatchObject([{ cause: 'cleaned-up' }]);
    expect(await test.tables.outbox.toArray()).toMatchObject([{ intent: { kind: 'content' } }]);
  });

  it('brings back a rule that the edit has dropped', async () => {
    value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    const kept = value(await cleanUp.edit(id, editTo(HTML, { rule: null, dropped: RULE.id })));
    expect(await rules()).toEqual([]);
    await undo(test, kept);
    expect(await rules()).toMatchObject([RULE]);
  });

  it('is not undone in an article that was captured again since', async () => {
    const edit = value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    test.clock.now = unixMs(test.clock.now + 1000);
    value(await test.library.bookmarks.recapture(id, capture({ html: '<p>New text</p>' })));
    await undo(test, edit);
    expect(await html()).toBe('<p>New text</p>');
    expect(await test.library.bookmarks.get(id)).toMatchObject({ wordCount: 2 });
    // Nothing has changed the rule since.
    expect(await rules()).toEqual([]);
  });

  it('keeps highlights, and has them looked for in the new text', async () => {
    const highlights = test.library.part(highlightRepository);
    const quote = { exact: 'Buy our', prefix: '', suffix: ' lamps' };
    value(
      await highlights.add({
        bookmarkId: id,
        quote,
        position: null,
        color: 'yellow',
        note: 'mine',
      }),
    );
    const { tables } = test;
    await tables.highlights.toCollection().modify((row) => {
      delete (row as { doubt?: string }).doubt;
    });
    value(await cleanUp.edit(id, editTo('<p>One two three</p>')));
    expect(await tables.highlights.toArray()).toMatchObject([
      { note: 'mine', doubt: 'unanchored' },
    ]);
  });

  it('counts the structure as a part of what an article uses', async () => {
    const health = test.library.part(storageHealth);
    const before = (await health.measure()).articles;
    const large = { ...STRUCTURE, blocks: STRUCTURE.blocks.concat(STRUCTURE.blocks) };
    value(await cleanUp.edit(id, editTo(HTML, { structure: large })));
    expect((await health.measure()).articles).toBeGreaterThan(before);
  });
});
