import { afterEach, beforeEach, expect } from 'vitest';
import type { AnnotationInfo } from '../../../src/contract';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { Highlight } from '../../../src/domain/highlight';
import { MINUTE_MS } from '../../../src/domain/time';
import { type HighlightRepository, highlightRepository } from '../../../src/library';
import { page, value } from '../../library/library';
import { type Device, type Fetch, startWorld, type World } from './world';

const URL = 'https://one.example/';
export const HTML =
  '<p>The harbour froze in January, and the boats stayed.</p><p>The ice went out in March 🚢 with the tide.</p>';

export const quoteOf = (exact: string, prefix: string, suffix: string) => ({
  exact,
  prefix,
  suffix,
});
export const FROZE = quoteOf('harbour froze in January', 'The ', ', and the boats stayed. The ice');
export const TIDE = quoteOf('March 🚢 with the tide', 'stayed. The ice went out in ', '.');
export const ALL = quoteOf(
  ...(['The harbour froze in January, and the boats stayed.', '', ' The ice went out'] as const),
);

/** Two devices of a person before each test. */
interface Devices {
  world: World;
  one: Device;
  other: Device;
  /** Wraps the requests of `one`. */
  through: (fetch: Fetch) => Fetch;
}

/** Starts a world with two devices before each test of a file. */
export function useDevices(start: () => Promise<World> = startWorld): Devices {
  // The values are set before each test.
  const devices = {} as Devices;
  beforeEach(async () => {
    devices.through = (fetch) => fetch;
    devices.world = await start();
    devices.one = await devices.world.device({
      through: (fetch) => (input, init) => devices.through(fetch)(input, init),
    });
    devices.other = await devices.world.device();
  });
  afterEach(() => devices.world.end());
  return devices;
}

export const highlightsOn = ({ library }: Device): HighlightRepository =>
  library.part(highlightRepository);

export async function listed(device: Device, url = URL): Promise<readonly Highlight[]> {
  const bookmark = await device.find(url);
  return bookmark === null ? [] : highlightsOn(device).ofBookmark(bookmark.id);
}

export async function round(world: World, ...devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
  }
}

export async function there(world: World): Promise<readonly AnnotationInfo[]> {
  const [bookmark] = await world.bookmarks();
  return bookmark ? value(await world.client.highlights.list(bookmark.id)).body : [];
}

/** Edits the first highlight of the page. */
export const editFirst = async (
  device: Device,
  changes: Parameters<HighlightRepository['edit']>[1],
) => value(await highlightsOn(device).edit((await listed(device))[0]!.id, changes));

/** The entries about highlights in the journal, newest first. */
export async function highlightJournal({ library }: Device) {
  return (await library.sync.journal(100)).filter(({ highlight }) => highlight !== undefined);
}

export const waitingOn = ({ library }: Device) => library.unsent.count();
export const shadowsOn = ({ tables }: Device) => tables.highlightShadows.toArray();

/** Saves the page on a device without syncing. */
export const saveOn = async ({ library }: Device, url = URL, html = HTML): Promise<BookmarkId> =>
  value(await library.bookmarks.save(page({ url, html }))).bookmark.id;

/** Saves the page on `one` and lets the server read it. */
export async function savePage({ world, one }: Devices, html = HTML): Promise<BookmarkId> {
  const id = await saveOn(one, URL, html);
  await round(world, one, one);
  return id;
}

export async function add(
  device: Device,
  quote = FROZE,
  more: { color?: string; note?: string } = {},
): Promise<Highlight> {
  const bookmarkId = (await device.find(URL))!.id;
  const made = { bookmarkId, quote, color: 'yellow', position: null, ...more };
  return value(await highlightsOn(device).add(made));
}

/** Answers requests for highlights with `method` by `answer` instead of the server. */
export const instead =
  (method: string, answer: (fetch: Fetch, request: Request) => Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const isMeant = request.method === method && request.url.includes('/annotations');
    return isMeant ? answer(fetch, request) : fetch(request);
  };

/** Drops the answers to requests for highlights with `method`, or, if they are not received, the requests. */
export const withoutAnswer = (method: string, isReceived = true) =>
  instead(method, async (fetch, request) => {
    if (isReceived) await fetch(request);
    throw new TypeError('fetch failed');
  });

/** Lets the other device sync just before `one` sends its first highlight. */
export function syncOtherFirst(devices: Devices): void {
  devices.through = instead('POST', async (fetch, request) => {
    devices.through = (direct) => direct;
    await devices.other.round();
    return fetch(request);
  });
}
