import { beforeEach, describe, expect, it } from 'vitest';
import type { AnnotationInfo } from '../../src/contract';
import { HOUR_MS } from '../../src/domain/time';
import { value } from '../library/library';
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
  there,
  useDevices,
  withoutAnswer,
} from './support/highlighted-page';

const my = useDevices();
beforeEach(async () => {
  await savePage(my);
});

describe('a highlight that two devices edit', () => {
  it.each([
    ['colour', { color: 'blue' }, { note: 'Why?' }],
    ['note', { note: 'Why?' }, { color: 'blue' }],
  ])('has both edits when that of the %s could not be sent at first', async (_, first, second) => {
    await add(my.one);
    await round(my.world, my.one, my.other);
    await editFirst(my.one, first);
    my.through = withoutAnswer('PATCH', false);
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    my.through = (fetch) => fetch;
    await editFirst(my.other, second);
    await round(my.world, my.other);
    my.world.advance(HOUR_MS);
    await round(my.world, my.one, my.other);
    const both = [{ color: 'blue', note: 'Why?' }];
    expect(await there(my.world)).toMatchObject(both);
    for (const device of [my.one, my.other]) expect(await listed(device)).toMatchObject(both);
  });

  it('keeps a note that arrives while a colour is sent', async () => {
    await add(my.one);
    await round(my.world, my.one);
    await editFirst(my.one, { color: 'blue' });
    my.through = instead('PATCH', async (fetch, request) => {
      const [bookmark] = await my.world.bookmarks();
      const [{ id, color }] = (await there(my.world)) as [AnnotationInfo];
      const note = { color, note: 'Why?' };
      value(await my.world.client.highlights.update(bookmark!.id, id, note));
      return fetch(request);
    });
    await round(my.world, my.one);
    my.through = (fetch) => fetch;
    await round(my.world, my.one);
    expect(await there(my.world)).toMatchObject([{ color: 'blue', note: 'Why?' }]);
    expect(await listed(my.one)).toMatchObject([{ color: 'blue', note: 'Why?' }]);
  });

  it.each([1, 2])(
    'has a note again whose removal was sent %d times without a response and undone',
    async (times) => {
      await add(my.one, FROZE, { note: 'Why?' });
      await round(my.world, my.one);
      await editFirst(my.one, { note: '' });
      my.through = withoutAnswer('PATCH');
      expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
      await editFirst(my.one, { note: 'Why?', color: 'red' });
      for (let time = 1; time < times; time += 1) {
        my.through = withoutAnswer('PATCH', false);
        my.world.advance(HOUR_MS);
        expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
      }
      my.through = (fetch) => fetch;
      my.world.advance(HOUR_MS);
      await round(my.world, my.one);
      expect(await there(my.world)).toMatchObject([{ color: 'red', note: 'Why?' }]);
    },
  );

  it('has the colour that was set back when the first request arrives late', async () => {
    await add(my.one);
    await round(my.world, my.one);
    await editFirst(my.one, { color: 'red' });
    let deliver = async () => {};
    my.through = instead('PATCH', async (fetch, request) => {
      deliver = async () => void (await fetch(request));
      throw new TypeError('fetch failed');
    });
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    await editFirst(my.one, { color: 'yellow' });
    my.through = withoutAnswer('PATCH');
    my.world.advance(HOUR_MS);
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    await deliver();
    my.through = (fetch) => fetch;
    my.world.advance(HOUR_MS);
    await round(my.world, my.one, my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ color: 'yellow' }]);
    for (const device of [my.one, my.other])
      expect(await listed(device)).toMatchObject([{ color: 'yellow' }]);
  });

  it('stays deleted by a request without a response, and the journal has the later edit', async () => {
    const { id } = await add(my.one);
    await round(my.world, my.one, my.other);
    value(await highlightsOn(my.one).delete([id]));
    my.world.advance(HOUR_MS);
    my.through = withoutAnswer('DELETE', false);
    expect(await my.one.round()).toMatchObject({ kind: 'stopped' });
    await editFirst(my.other, { note: 'Why?' });
    await round(my.world, my.other);
    my.through = (fetch) => fetch;
    my.world.advance(HOUR_MS);
    await round(my.world, my.one, my.other);
    expect(await there(my.world)).toEqual([]);
    for (const device of [my.one, my.other]) expect(await listed(device)).toEqual([]);
    const [last] = await highlightJournal(my.other);
    expect(last).toMatchObject({ kind: 'deleted-there', changes: [{ ours: { note: 'Why?' } }] });
  });
});
