import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/domain/time';
import { undo } from '../library/library';
import { asReadeck } from './support/annotated-server';
import {
  add,
  editFirst,
  FROZE,
  highlightJournal,
  highlightsOn,
  instead,
  listed,
  round,
  savePage,
  shadowsOn,
  there,
  useDevices,
  waitingOn,
  withoutAnswer,
} from './support/highlighted-page';

const my = useDevices();
const KEPT = '2026-12-03/2';
const LATER = '2026-12-05/4';
const NEVER = 'never/2026-12-01';

const reviewOn = async (device: typeof my.one) => (await listed(device))[0]?.review;

/** A highlight that both devices and the server have. */
async function sharedHighlight(): Promise<void> {
  await savePage(my);
  await add(my.one, FROZE, { note: 'mine' });
  await round(my.world, my.one, my.other);
}

describe('an answer in the review', () => {
  it('goes from one device to the server and to another device, in one request', async () => {
    await sharedHighlight();
    let requests = 0;
    my.through = instead('PATCH', (fetch, request) => {
      requests += 1;
      return fetch(request);
    });
    await editFirst(my.one, { review: KEPT });
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toMatchObject([{ review: KEPT, note: 'mine' }]);
    expect(await reviewOn(my.other)).toBe(KEPT);
    expect(requests).toBe(1);
    expect(await waitingOn(my.one)).toBe(0);
    // The journal of the other device says nothing of it.
    const told = (await highlightJournal(my.other)).filter(({ kind }) => kind === 'received');
    expect(told).toHaveLength(1);
  });

  it('is sent with a highlight that is new on the server', async () => {
    await savePage(my);
    await add(my.one);
    await editFirst(my.one, { review: LATER });
    await round(my.world, my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ review: LATER }]);
    expect(await reviewOn(my.other)).toBe(LATER);
  });

  it.each([
    [KEPT, LATER, LATER],
    [LATER, KEPT, LATER],
    [KEPT, NEVER, NEVER],
    [NEVER, LATER, NEVER],
  ])('of two devices, %s and %s, becomes %s on both', async (ours, theirs, joined) => {
    await sharedHighlight();
    await editFirst(my.one, { review: ours });
    await editFirst(my.other, { review: theirs });
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toMatchObject([{ review: joined }]);
    for (const device of [my.one, my.other]) {
      expect(await reviewOn(device)).toBe(joined);
      expect(await waitingOn(device)).toBe(0);
    }
  });

  it('that is undone is undone on the other device, too, also after a request without a response', async () => {
    await sharedHighlight();
    const kept = await editFirst(my.one, { review: NEVER });
    await round(my.world, my.one, my.other);
    await undo(my.one, kept);
    await round(my.world, my.one, my.other);
    expect(await reviewOn(my.other)).toBe('');
    const lost = await editFirst(my.one, { review: KEPT });
    my.through = withoutAnswer('PATCH');
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    await undo(my.one, lost);
    my.world.advance(HOUR_MS);
    await round(my.world, my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ review: '' }]);
    expect(await reviewOn(my.other)).toBe('');
  });

  it('keeps the note that another device has changed meanwhile', async () => {
    await sharedHighlight();
    await editFirst(my.one, { review: KEPT });
    await editFirst(my.other, { note: 'theirs' });
    await round(my.world, my.other, my.one, my.other);
    for (const device of [my.one, my.other])
      expect(await listed(device)).toMatchObject([{ review: KEPT, note: 'theirs' }]);
  });

  it('does not keep a highlight that another device has deleted', async () => {
    await sharedHighlight();
    await editFirst(my.one, { review: KEPT });
    const [highlight] = await listed(my.other);
    await highlightsOn(my.other).delete([highlight!.id]);
    my.world.advance(HOUR_MS);
    await round(my.world, my.other, my.one, my.other);
    expect(await there(my.world)).toEqual([]);
    expect(await listed(my.one)).toEqual([]);
    expect(await listed(my.other)).toEqual([]);
  });

  it('holds for the same words that two devices have highlighted', async () => {
    await savePage(my);
    await round(my.world, my.other);
    await add(my.one);
    await editFirst(my.one, { review: KEPT });
    await add(my.other);
    await editFirst(my.other, { review: LATER });
    await round(my.world, my.one, my.other, my.one);
    for (const device of [my.one, my.other])
      expect(await listed(device)).toMatchObject([{ review: LATER }]);
  });
});

describe('a server without a place for answers', () => {
  it('gets none and is asked nothing, and they stay on the device', async () => {
    my.through = asReadeck;
    await sharedHighlight();
    await editFirst(my.one, { review: KEPT });
    expect(await waitingOn(my.one)).toBe(0);
    const annotations: string[] = [];
    my.through = (fetch) => async (input, init) => {
      const request = new Request(input, init);
      const { url, method } = request;
      if (url.includes('/annotations') && method !== 'GET') annotations.push(url);
      return asReadeck(fetch)(request);
    };
    await round(my.world, my.one, my.one);
    expect(annotations).toEqual([]);
    // Another change is sent without it.
    await editFirst(my.one, { note: 'more' });
    await round(my.world, my.one, my.one);
    expect(annotations).toHaveLength(1);
    expect(await listed(my.one)).toMatchObject([{ review: KEPT, note: 'more' }]);
    expect((await shadowsOn(my.one))[0]?.parts[0]).not.toHaveProperty('review');
  });

  it('gets them when it has the place later', async () => {
    my.through = asReadeck;
    await sharedHighlight();
    await editFirst(my.one, { review: KEPT });
    await round(my.world, my.one);
    my.through = (fetch) => fetch;
    my.world.advance(8 * DAY_MS);
    await round(my.world, my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ review: KEPT }]);
    expect(await reviewOn(my.other)).toBe(KEPT);
    expect(await waitingOn(my.one)).toBe(0);
  });
});
