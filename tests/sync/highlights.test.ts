import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnnotationInfo } from '../../src/contract';
import { type Highlight, MINUTE_MS } from '../../src/domain';
import { type HighlightRepository, highlightRepository } from '../../src/library';
import { page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

const URL = 'https://one.example/';
const HTML =
  '<p>The harbour froze in January, and the boats stayed.</p><p>The ice went out in March 🚢 with the tide.</p>';

const FROZE = {
  exact: 'harbour froze in January',
  prefix: 'The ',
  suffix: ', and the boats stayed. The ice went out',
};

let world: World;
let one: Device;
let other: Device;
beforeEach(async () => {
  world = await startWorld();
  one = await world.device();
  other = await world.device();
});
afterEach(() => world.end());

async function round(...devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
  }
}

const highlightsOn = ({ library }: Device): HighlightRepository =>
  library.part(highlightRepository);

async function listed(device: Device): Promise<readonly Highlight[]> {
  const bookmark = await device.find(URL);
  return bookmark === null ? [] : highlightsOn(device).ofBookmark(bookmark.id);
}

async function there(): Promise<readonly AnnotationInfo[]> {
  const [bookmark] = await world.bookmarks();
  return bookmark ? value(await world.client.highlights.list(bookmark.id)).body : [];
}

const waitingOn = ({ library }: Device) => library.unsent.count();

describe('a highlight', () => {
  it('goes from one device to the server and to another device', async () => {
    const { bookmark } = value(await one.library.bookmarks.save(page({ url: URL, html: HTML })));
    const made = value(
      await highlightsOn(one).add({
        ...{ bookmarkId: bookmark.id, quote: FROZE, color: 'green', note: 'So early?' },
        position: null,
      }),
    );
    expect(await waitingOn(one)).toBe(2);
    await round(one, one, other);
    expect(await there()).toMatchObject([
      { text: FROZE.exact, color: 'green', note: 'So early?', quote: FROZE },
    ]);
    expect(await waitingOn(one)).toBe(0);
    const [came] = await listed(other);
    expect(came).toMatchObject({ quote: FROZE, color: 'green', note: 'So early?' });
    expect(await listed(one)).toEqual([made]);
  });
});
