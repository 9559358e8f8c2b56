import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../../src/formats';
import { at, blobOf, entriesOf, importOf } from './run';

const site = (path: string) => `https://example.org/${path}`;

/** Microseconds since 1970, and the same since 1601. */
const FIREFOX_TIME = 1_767_225_600_000_000;
const CHROME_TIME = '13411699200000000';
const JAN_1 = at('2026-01-01');

const place = (path: string, more: object = {}) => ({
  guid: `guid-${path}`,
  title: path,
  dateAdded: FIREFOX_TIME,
  typeCode: 1,
  type: 'text/x-moz-place',
  uri: site(path),
  ...more,
});
const container = (title: string, children: unknown[], more: object = {}) => ({
  title,
  dateAdded: FIREFOX_TIME,
  typeCode: 2,
  type: 'text/x-moz-place-container',
  children,
  ...more,
});
const firefox = (...children: unknown[]) =>
  JSON.stringify(
    container(
      '',
      [
        container('menu', children, { root: 'bookmarksMenuFolder' }),
        container('toolbar', [place('bar')], { guid: 'toolbar_____' }),
      ],
      { root: 'placesRoot' },
    ),
  );

const url = (path: string) => ({
  date_added: CHROME_TIME,
  id: '5',
  meta_info: { children: [1], url: 'x' },
  name: path,
  type: 'url',
  url: site(path),
});
/** Chromium sorts the properties, so the children come before the name. */
const folder = (name: string, children: unknown[]) => ({ children, name, type: 'folder' });
const chrome = (roots: object) =>
  JSON.stringify({ checksum: '0', roots: { sync_transaction_version: '1', ...roots }, version: 1 });

/** Returns the path, the folder and the labels of each bookmark, in the order of the file. */
async function linksOf(file: string) {
  expect(await recogniseFile(blobOf(file))).toEqual({ ok: true, value: 'browser' });
  const entries = await entriesOf('browser', file);
  return entries
    .toReversed()
    .map(({ url: address, folders, labels }) => [
      address.slice(site('').length),
      folders.join(),
      ...labels,
    ]);
}

describe('a backup of Firefox', () => {
  it('has its bookmarks with folders, tags, descriptions and times', async () => {
    const annos = [{ name: 'bookmarkProperties/description', value: 'On trees' }];
    const file = firefox(
      container('Garden', [
        place('a', { tags: 'fruit,winter' }),
        container('Trees', [place('b', { annos })]),
        { type: 'text/x-moz-place-separator', typeCode: 3 },
      ]),
      container('Empty', []),
    );
    expect(await linksOf(file)).toEqual([
      ['a', 'Garden', 'fruit', 'winter'],
      ['b', 'Garden/Trees'],
      ['bar', ''],
    ]);
    const [, b] = await entriesOf('browser', file, { hasLabelsFromFolders: true });
    expect(b).toMatchObject({
      title: 'b',
      created: JAN_1,
      description: 'On trees',
      labels: ['Garden/Trees'],
    });
  });

  it('may have its tags as folders, which are labels', async () => {
    const tags = container('', [container('fruit', [place('a')])], { root: 'tagsFolder' });
    expect(await linksOf(JSON.stringify(container('', [tags], { root: 'placesRoot' })))).toEqual([
      ['a', '', 'fruit'],
    ]);
  });
});

describe('the file Bookmarks of Chromium', () => {
  it('has its bookmarks with folders and times, without those of the trash', async () => {
    const file = chrome({
      bookmark_bar: folder('Lesezeichenleiste', [url('a'), folder('Sea', [url('b')])]),
      other: folder('Andere', [folder('Sea', [folder('Deep', [url('c')])])]),
      custom_root: { speedDial: folder('Speed dials', [url('d')]) },
      trash: folder('Trash', [folder('Old', [url('e')])]),
    });
    const steps = await importOf('browser', file);
    expect(steps[0]).toMatchObject({ kind: 'skipped', reason: 'in-trash', text: site('e') });
    const entries = steps.slice(1).toReversed();
    expect(entries).toMatchObject([
      { entry: { url: site('a'), title: 'a', folders: [], created: JAN_1 } },
      { entry: { url: site('b'), folders: ['Sea'] } },
      { entry: { url: site('c'), folders: ['Sea/Deep'] } },
      { entry: { url: site('d'), folders: [] } },
    ]);
  });

  it('may be a tree as extensions get it', async () => {
    const tree = [
      {
        id: '0',
        title: '',
        children: [
          {
            title: 'Bookmarks bar',
            children: [{ title: 'a', url: site('a'), dateAdded: JAN_1 + 0.25 }],
          },
        ],
      },
    ];
    expect(await linksOf(JSON.stringify(tree))).toEqual([['a', '']]);
    expect(await entriesOf('browser', JSON.stringify(tree))).toMatchObject([{ created: JAN_1 }]);
  });
});

describe('bookmarks as JSON', () => {
  it('lose only the records that are odd, which are reported', async () => {
    const odd = [place('x', { uri: 5 }), place('y', { uri: null }), 'nothing', null, [place('z')]];
    const places = [{ type: 'text/x-moz-place', title: {} }, place('q', { uri: 'place:sort=8' })];
    const types = place('b', { title: 7, tags: [1], dateAdded: 'soon', annos: 'x' });
    const file = firefox(...odd, ...places, place('a'), types);
    const steps = await importOf('browser', file);
    expect(steps.toReversed()).toMatchObject([
      { row: 1, reason: 'not-a-web-address' },
      { row: 2, reason: 'not-a-web-address' },
      { row: 3, reason: 'broken' },
      { row: 4, reason: 'broken' },
      { row: 5, reason: 'broken' },
      { row: 6, reason: 'not-a-web-address' },
      { row: 7, reason: 'not-a-web-address' },
      { entry: { url: site('a') } },
      { entry: { url: site('b'), title: '7', labels: [], created: null } },
      { entry: { url: site('bar') } },
    ]);
  });

  it('give what is before the place where they break off', async () => {
    const file = chrome({ bookmark_bar: folder('Bar', [url('a'), url('b'), url('c')]) });
    const cut = file.slice(0, file.indexOf('"c"'));
    expect(await importOf('browser', cut)).toMatchObject([
      { kind: 'skipped', row: 3, reason: 'broken' },
      { entry: { url: site('b') } },
      { entry: { url: site('a') } },
      { kind: 'failed', failure: { kind: 'incomplete' } },
    ]);
  });

  it('are refused if they are nested deeper than any real file, or are no tree', async () => {
    const deep = '{"children":['.repeat(10_000);
    expect(await importOf('browser', deep)).toEqual([
      { kind: 'failed', failure: { kind: 'too-deep' } },
    ]);
    for (const file of ['{"not": "a tree"}', '[{"url":"https://example.org/"}]', '[', '{']) {
      const [step, ...others] = await importOf('browser', file);
      expect(step).toMatchObject({ failure: { kind: 'other-format' } });
      expect(others).toEqual([]);
    }
  });

  it('are read in any shape without an exception', async () => {
    const value = fc.oneof(
      fc.constantFrom(...['x', site('a'), 1, null, true, { root: 'x' }], url('a'), place('b')),
      fc.array(fc.constantFrom(1, url('a'))),
    );
    const { node } = fc.letrec<{ node: object }>((tie) => ({
      node: fc.dictionary(
        fc.constantFrom('children', 'roots', 'title', 'name', 'url', 'uri', 'type', 'trash'),
        fc.oneof({ maxDepth: 4 }, value, fc.array(tie('node'), { maxLength: 2 }), tie('node')),
        { maxKeys: 4 },
      ),
    }));
    await fc.assert(
      fc.asyncProperty(node, fc.nat({ max: 40 }), async (tree, cut) => {
        const text = JSON.stringify({ children: [tree], roots: { other: tree } });
        const whole = await importOf('browser', text);
        expect(whole.filter(({ kind }) => kind === 'failed')).toEqual([]);
        const steps = await importOf('browser', text.slice(0, -1 - cut));
        expect(steps.at(-1)).toMatchObject({ kind: 'failed' });
      }),
    );
  });
});
