import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capture } from '../../src/capture/capture';
import type { ArticlePolicy } from '../../src/sync';
import { address, capture, page, value } from '../library/library';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL_A = 'https://pages.example/a';
const OF_PAGE = { title: 'Page title | Site', authors: ['Page Author'], published: '2024-01-01' };
const MINE = { title: 'My own title', authors: ['Ada'], published: '2001-02-03T00:00:00Z' };
const captured = (parts = {}): Capture =>
  capture({ url: URL_A, html: '<p>New ice</p>', ...OF_PAGE, siteName: 'Site', ...parts });

let world: World;
let one: Device;
let two: Device;
beforeEach(async () => {
  world = await startWorld();
  one = await world.device();
});
afterEach(() => world.end());

const idOn = async (device: Device) => (await device.find(URL_A))!.id;
const captureAgain = async (device: Device, parts = {}) =>
  value(await device.library.bookmarks.recapture(await idOn(device), captured(parts)));
const there = async () => (await world.bookmarks())[0];

/** Brings the page to another browser, which syncs for the first time. */
async function comesToTwo(articles: ArticlePolicy = 'all'): Promise<void> {
  await wholeRound(world, one);
  await wholeRound(world, one);
  two = await world.device();
  expect(await two.sync().round({ articles })).toMatchObject({ kind: 'done' });
}

describe('a page that was edited before a device received it', () => {
  const edited = async (articles?: ArticlePolicy) => {
    const html = '<p>Ice one two three</p>';
    value(await one.library.bookmarks.save(page({ url: URL_A, html, ...OF_PAGE })));
    await wholeRound(world, one);
    value(await one.library.bookmarks.edit(await idOn(one), MINE));
    await comesToTwo(articles);
  };

  /** Expects the edits everywhere, with the name of the site, which was unknown before. */
  const expectEdits = async () => {
    await wholeRound(world, two);
    await wholeRound(world, one);
    for (const device of [one, two]) expect(await device.find(URL_A)).toMatchObject(MINE);
    expect(await two.find(URL_A)).toMatchObject({ siteName: 'Site', content: { kind: 'article' } });
    expect(await there()).toMatchObject({ title: MINE.title, authors: MINE.authors });
  };

  it('keeps its edits on all devices when that device captures it again, also twice', async () => {
    await edited();
    await captureAgain(two);
    await expectEdits();
    await captureAgain(two, { title: 'Another title' });
    await expectEdits();
  });

  it('keeps its edits on all devices when a device without its article saves it', async () => {
    await edited('none');
    value(await two.library.bookmarks.save({ kind: 'captured', capture: captured() }));
    await expectEdits();
  });

  it('counts as edited on that device only after a capture, and only what differs', async () => {
    await edited();
    const row = async () => (await two.tables.bookmarks.toArray())[0];
    expect((await row())?.originalValues).toBeUndefined();
    await captureAgain(two, { authors: MINE.authors });
    const { title, published } = OF_PAGE;
    expect((await row())?.originalValues).toEqual({ title, published });
  });
});

it('fills a page of another device that nobody has read, and follows the page from then on', async () => {
  value(await one.library.bookmarks.save(address({ url: URL_A, title: '' })));
  await comesToTwo();
  expect(await two.find(URL_A)).toMatchObject({ title: URL_A, authors: [] });
  await captureAgain(two);
  expect(await two.find(URL_A)).toMatchObject(OF_PAGE);
  await captureAgain(two, { title: 'New title' });
  expect(await two.find(URL_A)).toMatchObject({ ...OF_PAGE, title: 'New title' });
});
