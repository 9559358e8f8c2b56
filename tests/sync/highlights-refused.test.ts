import '../support/indexeddb';
import { describe, expect, it } from 'vitest';
import { createDecisions } from '../../src/sync';
import { value } from '../library/library';
import {
  add,
  editFirst,
  FROZE,
  highlightJournal,
  listed,
  round,
  savePage,
  shadowsOn,
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
    expect(shadow).toMatchObject({ state: 'attention', refusal: { kind: 'invalid' } });
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

  it('gets the values of the server when an edit of it is discarded', async () => {
    await savePage(my);
    await add(my.one, FROZE, { note: 'short' });
    await round(my.world, my.one);
    await editFirst(my.one, { note: TOO_LONG });
    await round(my.world, my.one);
    const [shadow] = await shadowsOn(my.one);
    const { highlights } = createDecisions(my.one.library);
    value(await highlights.discard(shadow!.bookmarkId, shadow!.id));
    expect(await listed(my.one)).toMatchObject([{ note: 'short' }]);
    expect(await waitingOn(my.one)).toBe(0);
  });

  it('stays here without being sent when it is kept only here', async () => {
    const { highlights, bookmarkId, id } = await refused();
    value(await highlights.keepOnlyHere(bookmarkId, id));
    await editFirst(my.one, { note: 'short' });
    await round(my.world, my.one);
    expect(await there(my.world)).toEqual([]);
    expect(await waitingOn(my.one)).toBe(0);
    expect(await listed(my.one)).toHaveLength(1);
  });
});
