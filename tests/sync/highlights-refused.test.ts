import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { createDecisions } from '../../src/sync';
import { entryOf, value } from '../library/library';
import {
  add,
  editFirst,
  FROZE,
  highlightJournal,
  highlightsOn,
  instead,
  listed,
  round,
  saveOn,
  savePage,
  shadowsOn,
  TIDE,
  there,
  useDevices,
  waitingOn,
} from './support/highlighted-page';

const my = useDevices();

describe('a highlight that the server refuses', () => {
  const TOO_LONG = 'x'.repeat(1025);

  async function refused() {
    await savePage(my);
    await add(my.one, FROZE, { note: TOO_LONG });
    await round(my.world, my.one);
    expect(await there(my.world)).toEqual([]);
    const [shadow] = await shadowsOn(my.one);
    const entry = await entryOf(my.one.tables, shadow!.id);
    expect(entry).toMatchObject({ state: 'attention', refusal: { kind: 'invalid' } });
    const { highlights } = createDecisions(my.one.library);
    return { highlights, id: shadow!.id, bookmarkId: shadow!.bookmarkId };
  }

  it('is sent when it was shortened and tried again', async () => {
    const { highlights, bookmarkId, id } = await refused();
    await editFirst(my.one, { note: 'short' });
    value(await highlights.tryAgain(bookmarkId, id));
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ note: 'short' }]);
  });

  it('is deleted when it is discarded, and the journal restores it', async () => {
    const { highlights, bookmarkId, id } = await refused();
    value(await highlights.discard(bookmarkId, id));
    expect(await listed(my.one)).toEqual([]);
    const [entry] = await highlightJournal(my.one);
    value(await createDecisions(my.one.library).takeBack(entry!));
    expect(await listed(my.one)).toMatchObject([{ note: TOO_LONG }]);
  });

  it('gets the values of the server when an edit of it is discarded, and the journal restores that', async () => {
    await savePage(my);
    await add(my.one, FROZE, { note: 'short' });
    await round(my.world, my.one);
    await editFirst(my.one, { note: TOO_LONG });
    await round(my.world, my.one);
    const [shadow] = await shadowsOn(my.one);
    const { highlights, takeBack } = createDecisions(my.one.library);
    value(await highlights.discard(shadow!.bookmarkId, shadow!.id));
    expect(await listed(my.one)).toMatchObject([{ note: 'short' }]);
    expect(await waitingOn(my.one)).toBe(0);
    const [entry] = await highlightJournal(my.one);
    value(await takeBack(entry!));
    expect(await listed(my.one)).toMatchObject([{ note: TOO_LONG }]);
  });

  it('stays here without being sent when it is kept only here', async () => {
    const { highlights, bookmarkId, id } = await refused();
    value(await highlights.keepLocalOnly(bookmarkId, id));
    await editFirst(my.one, { note: 'short' });
    await round(my.world, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await waitingOn(my.one)).toBe(0);
    expect(await listed(my.one)).toHaveLength(1);
  });

  it.each(['POST', 'PATCH'])(
    'is sent with the text that a person attached it to during a refused %s',
    async (method) => {
      await savePage(my);
      await add(my.one, FROZE, { note: 'short' });
      if (method === 'PATCH') {
        await round(my.world, my.one);
        await editFirst(my.one, { note: 'longer' });
      }
      my.through = instead(method, async () => {
        await editFirst(my.one, { quote: TIDE });
        my.through = (fetch) => fetch;
        return Response.json({ status: 400, message: 'No' }, { status: 400 });
      });
      await round(my.world, my.one, my.one);
      expect(await my.one.tables.outbox.toArray()).toEqual([]);
      expect(await there(my.world)).toMatchObject([{ text: TIDE.exact }]);
      expect(await waitingOn(my.one)).toBe(0);
    },
  );

  it.each(['PATCH', 'DELETE'])('is requested once in a round: %s', async (method) => {
    await savePage(my);
    await add(my.one, FROZE, { note: 'short' });
    await round(my.world, my.one);
    if (method === 'PATCH') await editFirst(my.one, { note: 'longer' });
    else value(await highlightsOn(my.one).delete((await listed(my.one)).map(({ id }) => id)));
    my.world.advance(MINUTE_MS);
    let requests = 0;
    my.through = instead(method, async () => {
      requests += 1;
      // The connection breaks, so that the round ends in any case.
      if (requests > 1) throw new TypeError('fetch failed');
      return Response.json({ status: 400, message: 'No' }, { status: 400 });
    });
    expect(await my.one.round()).toMatchObject({ kind: 'done' });
    expect(requests).toBe(1);
    expect(await my.one.tables.outbox.toArray()).toMatchObject([{ state: 'attention' }]);
  });
});

it('stops the round when the server fails at three highlights in a row', async () => {
  const pages = Array.from({ length: 12 }, (_, n) => `https://pages.example/${n}`);
  const ids = await Promise.all(pages.map((url) => saveOn(my.one, url)));
  await round(my.world, my.one, my.one);
  for (const bookmarkId of ids) {
    const made = { bookmarkId, quote: FROZE, color: 'yellow', position: null };
    value(await highlightsOn(my.one).add(made));
  }
  let creates = 0;
  my.through = instead('POST', async () => {
    creates += 1;
    return Response.json({ status: 500, message: 'No' }, { status: 500 });
  });
  expect(await my.one.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'server-busy' } });
  expect(creates).toBe(3);
});
