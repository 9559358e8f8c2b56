import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { capture, lastChange, page, undo, value } from '../library/library';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL = 'https://members.example/story';
const WORDS = 'The harbour froze in January. '.repeat(60);
const htmlOf = (words: string) => `<p>${words}</p><p>${WORDS}</p>`;

let world: World;
let desk: Device;
let phone: Device;
beforeEach(async () => {
  world = await startWorld();
  [desk, phone] = [await world.device(), await world.device()];
  value(await desk.library.bookmarks.save(page({ url: URL, html: htmlOf('The first.') })));
  await syncAll();
  world.advance(MINUTE_MS);
});
afterEach(() => world.end());

async function syncAll(): Promise<void> {
  for (const device of [desk, phone, desk, phone]) await wholeRound(world, device);
}
const idOn = async (device: Device) => (await device.find(URL))!.id;
const textOn = async (device: Device) =>
  (await device.library.articles.get(await idOn(device)))?.html ?? null;
async function captureAgain(device: Device, words: string) {
  const made = capture({ url: URL, html: htmlOf(words), title: words });
  const change = value(await device.library.bookmarks.recapture(await idOn(device), made));
  world.advance(MINUTE_MS);
  return { value: change, group: change.group };
}
const stateOn = async (device: Device) =>
  (await device.tables.shadows.get(await idOn(device)))?.article;

describe('a capture that is undone', () => {
  it('causes no request if it was not sent', async () => {
    await undo(desk, await captureAgain(desk, 'The second.'));
    expect(await desk.tables.outbox.count()).toBe(0);
    await syncAll();
    for (const device of [desk, phone]) {
      expect(await textOn(device)).toContain('The first.');
      expect(await stateOn(device)).toBe('synced');
    }
  });

  it('is undone on the other device if that has it, and there again when that is undone', async () => {
    const captured = await captureAgain(desk, 'The second.');
    await syncAll();
    expect(await textOn(phone)).toContain('The second.');
    await undo(desk, captured);
    const undone = await lastChange(desk.library);
    await syncAll();
    for (const device of [desk, phone]) {
      expect(await textOn(device)).toContain('The first.');
      expect((await device.find(URL))?.title).not.toBe('The second.');
    }
    world.advance(MINUTE_MS);
    await undo(desk, undone);
    await syncAll();
    for (const device of [desk, phone]) {
      expect(await textOn(device)).toContain('The second.');
      expect(await stateOn(device)).toBe('synced');
    }
  });

  it('leaves the article of another device that has replaced it', async () => {
    const captured = await captureAgain(desk, 'The second.');
    await syncAll();
    await captureAgain(phone, 'The third.');
    await syncAll();
    await undo(desk, captured);
    await syncAll();
    for (const device of [desk, phone]) expect(await textOn(device)).toContain('The third.');
  });
});
