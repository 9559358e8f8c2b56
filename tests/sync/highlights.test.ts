import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import { createDecisions, journalText } from '../../src/sync';
import { undo, value } from '../library/library';
import { extractAgain } from './support/annotated-server';
import {
  ALL,
  add,
  editFirst,
  FROZE,
  HTML,
  highlightJournal,
  highlightsOn,
  instead,
  listed,
  quoteOf,
  round,
  saveOn,
  savePage,
  shadowsOn,
  syncOtherFirst,
  TIDE,
  there,
  useDevices,
  waitingOn,
  withoutAnswer,
} from './support/highlighted-page';

const my = useDevices();
const serverId = async () => (await my.world.bookmarks())[0]!.id;
/** Deletes the first highlight of the page by another program. */
const deleteThere = async () =>
  value(await my.world.client.highlights.delete(await serverId(), (await there(my.world))[0]!.id));

describe('a highlight', () => {
  it('goes from one device to the server and to another device', async () => {
    await saveOn(my.one);
    const made = await add(my.one, FROZE, { color: 'green', note: 'So early?' });
    expect(await waitingOn(my.one)).toBe(2);
    await round(my.world, my.one, my.one, my.other);
    expect(await there(my.world)).toMatchObject([
      { text: FROZE.exact, color: 'green', note: 'So early?', quote: FROZE },
    ]);
    expect(await waitingOn(my.one)).toBe(0);
    const [came] = await listed(my.other);
    expect(came).toMatchObject({ quote: FROZE, color: 'green', note: 'So early?' });
    expect(await listed(my.one)).toEqual([made]);
  });

  it('that overlaps another is whole on the server and on the other device', async () => {
    await savePage(my);
    await add(my.one, ALL, { note: 'all of it' });
    await add(my.one, FROZE);
    await round(my.world, my.one, my.one, my.other);
    expect((await there(my.world)).map(({ text }) => text)).toEqual([ALL.exact, FROZE.exact]);
    for (const device of [my.one, my.other]) {
      const notes = (await listed(device)).map(({ quote, note }) => [quote.exact, note]);
      expect(notes.sort()).toEqual([
        [ALL.exact, 'all of it'],
        [FROZE.exact, ''],
      ]);
    }
    expect(await waitingOn(my.one)).toBe(0);
  });

  it('is one request without further changes', async () => {
    await savePage(my);
    await add(my.one);
    await round(my.world, my.one, my.one);
    let requests = 0;
    my.through = (fetch) => (input, init) => {
      requests += 1;
      return fetch(input, init);
    };
    await round(my.world, my.one);
    expect(requests).toBe(1);
  });

  it('has the colour and note of the device that changed them', async () => {
    await savePage(my);
    await add(my.one);
    await round(my.world, my.one, my.other);
    await editFirst(my.one, { color: 'blue' });
    await editFirst(my.other, { note: 'Why?' });
    await round(my.world, my.one, my.other, my.one);
    for (const device of [my.one, my.other]) {
      expect(await listed(device)).toMatchObject([{ color: 'blue', note: 'Why?' }]);
    }
  });

  it('keeps the note of this device, and the journal has the other one', async () => {
    await savePage(my);
    await add(my.one);
    await round(my.world, my.one, my.other);
    await editFirst(my.other, { note: 'theirs' });
    await round(my.world, my.other);
    await editFirst(my.one, { note: 'ours' });
    await round(my.world, my.one, my.other);
    expect(await listed(my.other)).toMatchObject([{ note: 'ours' }]);
    const entries = await highlightJournal(my.one);
    const merged = entries.find(({ kind }) => kind === 'merged')!;
    expect(merged.changes).toEqual([{ field: 'note', ours: 'ours', theirs: 'theirs' }]);
    expect(journalText(entries)).toContain('merged  bookmark 1 highlight 1  note');
    value(await createDecisions(my.one.library).takeBack(merged));
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ note: 'theirs' }]);
  });

  it('keeps an undone edit whose first request the server has without a response', async () => {
    await savePage(my);
    await add(my.one, FROZE, { color: 'yellow' });
    await round(my.world, my.one);
    await editFirst(my.one, { color: 'blue' });
    my.through = withoutAnswer('PATCH');
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    await editFirst(my.one, { color: 'yellow' });
    my.world.advance(HOUR_MS);
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ color: 'yellow' }]);
    expect(await listed(my.one)).toMatchObject([{ color: 'yellow' }]);
  });

  it('takes a later change of another device after an edit that was lost and undone', async () => {
    await savePage(my);
    await add(my.one, FROZE, { color: 'yellow' });
    await round(my.world, my.one, my.other);
    await editFirst(my.one, { color: 'blue' });
    my.through = withoutAnswer('PATCH', false);
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    await editFirst(my.one, { color: 'yellow' });
    my.world.advance(HOUR_MS);
    await round(my.world, my.one);
    await editFirst(my.other, { color: 'blue' });
    await round(my.world, my.other, my.one);
    for (const device of [my.one, my.other]) {
      expect(await listed(device)).toMatchObject([{ color: 'blue' }]);
    }
  });

  it('is sent again when it is attached to another text', async () => {
    await savePage(my);
    await add(my.one, FROZE, { note: 'mine' });
    await round(my.world, my.one);
    await editFirst(my.one, { quote: TIDE });
    await round(my.world, my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ text: TIDE.exact, note: 'mine' }]);
    expect(await listed(my.other)).toMatchObject([{ quote: TIDE }]);
  });

  it('is deleted everywhere after the time for undo, and the journal has both requests', async () => {
    await savePage(my);
    const { id } = await add(my.one);
    await round(my.world, my.one, my.other);
    value(await highlightsOn(my.one).delete([id]));
    await my.one.round();
    expect(await there(my.world)).toHaveLength(1);
    my.world.advance(MINUTE_MS);
    await round(my.world, my.one, my.other);
    expect(await there(my.world)).toEqual([]);
    expect(await listed(my.other)).toEqual([]);
    expect(await shadowsOn(my.one)).toEqual([]);
    const sent = { kind: 'sent', highlight: { text: FROZE.exact } };
    expect(await highlightJournal(my.one)).toMatchObject([sent, sent]);
  });

  it('is created again when its deletion is undone after it was sent', async () => {
    await savePage(my);
    const { id } = await add(my.one, FROZE, { note: 'mine' });
    await round(my.world, my.one);
    const deleted = value(await highlightsOn(my.one).delete([id]));
    my.world.advance(MINUTE_MS);
    await round(my.world, my.one);
    await undo(my.one, deleted);
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ text: FROZE.exact, note: 'mine' }]);
  });

  it('is created again when its deletion is undone after the response to it was lost', async () => {
    await savePage(my);
    const { id } = await add(my.one);
    await round(my.world, my.one);
    const deleted = value(await highlightsOn(my.one).delete([id]));
    my.world.advance(MINUTE_MS);
    my.through = withoutAnswer('DELETE');
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    await undo(my.one, deleted);
    my.world.advance(HOUR_MS);
    await round(my.world, my.one);
    expect(await there(my.world)).toHaveLength(1);
    expect(await listed(my.one)).toHaveLength(1);
  });

  it('can be restored from the journal when it was deleted elsewhere', async () => {
    await savePage(my);
    await add(my.one, FROZE, { note: 'mine' });
    await round(my.world, my.one);
    await deleteThere();
    await round(my.world, my.one);
    expect(await listed(my.one)).toEqual([]);
    const [gone] = await highlightJournal(my.one);
    expect(gone).toMatchObject({ kind: 'deleted-there', highlight: { text: FROZE.exact } });
    value(await createDecisions(my.one.library).takeBack(gone!));
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ text: FROZE.exact, note: 'mine' }]);
  });

  it('that was deleted there and edited here is created again', async () => {
    await savePage(my);
    await add(my.one);
    await round(my.world, my.one);
    await deleteThere();
    await editFirst(my.one, { note: 'still needed' });
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ note: 'still needed' }]);
  });

  it('that was edited there and deleted here returns', async () => {
    await savePage(my);
    const { id } = await add(my.one);
    await round(my.world, my.one);
    const look = { color: 'red', note: 'look' };
    value(
      await my.world.client.highlights.update(
        await serverId(),
        (await there(my.world))[0]!.id,
        look,
      ),
    );
    value(await highlightsOn(my.one).delete([id]));
    my.world.advance(MINUTE_MS);
    await round(my.world, my.one);
    expect(await listed(my.one)).toMatchObject([look]);
    expect(await there(my.world)).toMatchObject([look]);
  });

  it('that two devices make is one, with the note of either', async () => {
    await savePage(my);
    await round(my.world, my.other);
    await add(my.one, FROZE, { color: 'blue' });
    await add(my.other, FROZE, { color: 'blue', note: 'of the other' });
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toMatchObject([{ color: 'blue', note: 'of the other' }]);
    for (const device of [my.one, my.other]) expect(await listed(device)).toHaveLength(1);
  });

  it('that two devices send at the same time is one', async () => {
    await savePage(my);
    await round(my.world, my.other);
    await add(my.one);
    await add(my.other, FROZE, { note: 'of the other' });
    // The other device sends its own after this one has read the server's.
    syncOtherFirst(my);
    await round(my.world, my.one, my.one, my.other, my.one, my.other);
    expect(await there(my.world)).toHaveLength(1);
    for (const device of [my.one, my.other]) {
      expect(await listed(device)).toMatchObject([{ note: 'of the other' }]);
      expect(await shadowsOn(device)).toHaveLength(1);
    }
  });

  it('is there once when the response to its creation was lost', async () => {
    await savePage(my);
    await add(my.one);
    my.through = withoutAnswer('POST');
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    my.world.advance(HOUR_MS);
    await round(my.world, my.one);
    expect(await there(my.world)).toHaveLength(1);
    expect(await listed(my.one)).toHaveLength(1);
  });

  it('is there once when a request for its creation arrives late', async () => {
    await savePage(my);
    await add(my.one);
    const late: (() => Promise<Response>)[] = [];
    my.through = instead('POST', async (fetch, request) => {
      late.push(() => fetch(request));
      throw new TypeError('fetch failed');
    });
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    my.world.advance(HOUR_MS);
    await round(my.world, my.one);
    await late[0]!();
    expect(await there(my.world)).toHaveLength(2);
    await round(my.world, my.one, my.one, my.other);
    expect(await there(my.world)).toHaveLength(1);
    for (const device of [my.one, my.other]) expect(await listed(device)).toHaveLength(1);
  });

  it('is deleted when the response to its creation was lost and it was deleted since', async () => {
    await savePage(my);
    const { id } = await add(my.one);
    my.through = withoutAnswer('POST');
    await my.one.round();
    my.through = (fetch) => fetch;
    value(await highlightsOn(my.one).delete([id]));
    my.world.advance(HOUR_MS);
    await round(my.world, my.one, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await listed(my.one)).toEqual([]);
    expect(await shadowsOn(my.one)).toEqual([]);
  });

  it('is deleted there and kept here when the server marked another text', async () => {
    await savePage(my);
    await add(my.one);
    my.through = instead('POST', async (fetch, request) => {
      const answer = await fetch(request);
      return Response.json({ ...(await answer.json()), text: 'something else' }, answer);
    });
    await round(my.world, my.one, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await listed(my.one)).toHaveLength(1);
    expect(await shadowsOn(my.one)).toMatchObject([{ localOnly: 'no-place' }]);
    expect(await waitingOn(my.one)).toBe(0);
  });

  it('whose text the server does not have stays here, and is sent when it has it', async () => {
    await savePage(my);
    const lost = quoteOf('Nothing of this is on the page', 'before it ', ' and after it');
    await add(my.one, lost);
    await round(my.world, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await shadowsOn(my.one)).toMatchObject([{ localOnly: 'not-found' }]);
    expect(await waitingOn(my.one)).toBe(0);
    const article = `${HTML}<p>before it ${lost.exact} and after it</p>`;
    await extractAgain(my.world, await serverId(), article);
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ text: lost.exact }]);
  });

  it('that is kept as a note is not sent', async () => {
    await savePage(my);
    await add(my.one);
    await editFirst(my.one, { isNoteOnly: true });
    await round(my.world, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await waitingOn(my.one)).toBe(0);
  });
});

describe('the highlights of a bookmark', () => {
  it('that is kept on this device only are never sent and not counted', async () => {
    const id = await savePage(my);
    value(await createDecisions(my.one.library).keepLocalOnly(id));
    await add(my.one);
    await round(my.world, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await waitingOn(my.one)).toBe(0);
    expect(await listed(my.one)).toHaveLength(1);
  });

  it('that was deleted and restored are created again', async () => {
    const id = await savePage(my);
    await add(my.one, FROZE, { note: 'mine' });
    await round(my.world, my.one);
    value(await my.one.library.bookmarks.trash([id]));
    my.world.advance(MINUTE_MS);
    await round(my.world, my.one);
    expect(await my.world.bookmarks()).toEqual([]);
    expect(await waitingOn(my.one)).toBe(0);
    value(await my.one.library.bookmarks.restore([id]));
    await round(my.world, my.one, my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ text: FROZE.exact, note: 'mine' }]);
    expect(await listed(my.other)).toHaveLength(1);
  });

  it('that the server lost in a restore are sent again', async () => {
    await savePage(my);
    await add(my.one);
    await round(my.world, my.one);
    await deleteThere();
    const [shadow] = await my.one.tables.shadows.toArray();
    await my.one.tables.shadows.put({ ...shadow!, annotations: 'resend' });
    await round(my.world, my.one, my.one);
    expect(await there(my.world)).toHaveLength(1);
  });
});
