import { describe, expect, it } from 'vitest';
import {
  type CollectionFields,
  type CollectionId,
  DEFAULT_COLLECTION_FIELDS,
} from '../../src/domain/collection';
import { unixMs } from '../../src/domain/time';
import type { CollectionState, CollectionTransaction } from '../../src/library';
import { newCollection, queuedCollection } from '../../src/library/collections/collection-row';
import {
  receiveCollection,
  removeLostCollection,
} from '../../src/sync/collections/receive-collections';
import type { RemoteCollection } from '../../src/sync/collections/remote-collection';

const NOW = unixMs(1_700_000_000_000);
const FIELDS: CollectionFields = { ...DEFAULT_COLLECTION_FIELDS, name: 'Ice', labels: 'ice' };
const remote = (change: Partial<CollectionFields> = {}, serverId = 's5'): RemoteCollection => ({
  serverId,
  fields: { ...FIELDS, ...change },
  created: NOW,
  isUntouched: true,
});

/** A transaction in memory over collections that this device has. */
function start(...changes: readonly Partial<CollectionState>[]) {
  const rows = new Map<CollectionId, CollectionState>();
  const log: string[] = [];
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `c${ids}` as CollectionId;
  };
  const tx = {
    now: NOW,
    newId,
    rows: () => [...rows.values()],
    get: (id: CollectionId) => rows.get(id) ?? null,
    put: (row: CollectionState) => void rows.set(row.id, queuedCollection(row, NOW)),
    remove: (id: CollectionId) => void rows.delete(id),
    log: (kind: string) => log.push(kind),
    // Nothing here uses its other functions.
  } as unknown as CollectionTransaction;
  for (const change of changes) {
    const own = { ...FIELDS, id: newId(), localSearch: '', created: NOW, updated: NOW };
    tx.put({ ...newCollection(own), serverId: 's5', base: FIELDS, ...change });
  }
  return { tx, log, rows: () => [...rows.values()], first: () => [...rows.values()][0]! };
}

describe('a collection of the server that is linked here', () => {
  it('takes the fields that changed there, and keeps those that changed here', () => {
    const one = start({ name: 'Mine', labels: 'ice' });
    receiveCollection(one.tx, remote({ name: 'Theirs', labels: 'snow' }), false);
    expect(one.first()).toMatchObject({ name: 'Mine', labels: 'snow', base: { name: 'Theirs' } });
    expect(one.first().entry).not.toBeNull();
    expect(one.log).toEqual(['received', 'merged']);
    one.log.length = 0;
    receiveCollection(one.tx, remote({ name: 'Theirs', labels: 'snow' }), false);
    expect(one.log).toEqual([]);
  });

  it('does not report an own change whose request had no answer', () => {
    const one = start({ name: 'Later', tried: { name: 'Mine' } });
    receiveCollection(one.tx, remote({ name: 'Mine' }), false);
    expect(one.first()).toMatchObject({ name: 'Later', base: { name: 'Mine' } });
    expect(one.log).toEqual([]);
  });

  it('is sent back as it is here when the server was restored', () => {
    const one = start({});
    receiveCollection(one.tx, remote({ name: 'Before' }), true);
    expect(one.first()).toMatchObject({ name: 'Ice', base: { name: 'Before' } });
    expect(one.first().entry).not.toBeNull();
    expect(one.log).toEqual([]);
  });

  it('comes back if it was edited there after it was deleted here, unless that was sent', () => {
    const one = start({ deletedAt: NOW });
    receiveCollection(one.tx, remote(), false);
    expect(one.first().deletedAt).toBe(NOW);
    receiveCollection(one.tx, remote({ name: 'Theirs' }), false);
    expect(one.first()).toMatchObject({ deletedAt: null, name: 'Theirs' });
    expect(one.log).toEqual(['kept-against-delete', 'received']);
    const sent = start({ deletedAt: NOW, isDeleteTried: true });
    receiveCollection(sent.tx, remote({ name: 'Theirs' }), false);
    expect(sent.first()).toMatchObject({ deletedAt: NOW, base: { name: 'Theirs' } });
    expect(sent.log).toEqual([]);
  });

  it('is linked to the one that replaced it here after the deletion', () => {
    const one = start({ deletedAt: NOW }, { serverId: null, base: null, name: 'Anew' });
    receiveCollection(one.tx, remote({ name: 'Anew', isPinned: true }), false);
    expect(one.rows()).toMatchObject([{ name: 'Anew', serverId: 's5', isPinned: true }]);
    expect(one.log).toEqual(['joined']);
  });

  it('changes nothing of one that is kept on this device', () => {
    const one = start({ isKeptHere: true });
    const before = one.first();
    receiveCollection(one.tx, remote({ name: 'Theirs' }), true);
    removeLostCollection(one.tx, one.first(), false);
    expect(one.first()).toBe(before);
  });
});

describe('a collection of the server that is not linked here', () => {
  const unlinked = { serverId: null, base: null };

  it('is new, or the same as one of this device', () => {
    const none = start();
    receiveCollection(none.tx, remote(), false);
    expect(none.rows()).toMatchObject([{ name: 'Ice', serverId: 's5', entry: null }]);
    const same = start(unlinked);
    receiveCollection(same.tx, remote(), false);
    expect(same.rows()).toMatchObject([{ serverId: 's5', isCreatedHere: false, entry: null }]);
    expect([none.log, same.log]).toEqual([['received'], ['joined']]);
  });

  it('is ignored if the same one is kept on this device', () => {
    const one = start({ ...unlinked, isKeptHere: true });
    receiveCollection(one.tx, remote(), false);
    expect(one.rows()).toMatchObject([{ serverId: null }]);
  });

  it('is what a create without an answer made, whose later edits are sent', () => {
    const one = start({ ...unlinked, made: FIELDS, creates: 1, name: 'Later' });
    receiveCollection(one.tx, remote(), false);
    expect(one.rows()).toMatchObject([{ name: 'Later', serverId: 's5', isCreatedHere: true }]);
    expect(one.first().entry).not.toBeNull();
    expect(one.log).toEqual(['sent']);
  });

  it('replaces the own one that two devices made at the same time, if its id is smaller', () => {
    const own = { isCreatedHere: true };
    const smaller = start(own);
    receiveCollection(smaller.tx, remote({}, 's1'), false);
    expect(smaller.rows()).toMatchObject([
      { serverId: 's1', isCreatedHere: false },
      { serverId: 's5', deletedAt: NOW },
    ]);
    expect(smaller.log).toEqual(['joined']);
    for (const change of [own, {}]) {
      const stays = start(change);
      const isOwn = change === own;
      receiveCollection(stays.tx, remote({}, isOwn ? 's9' : 's1'), false);
      expect(stays.rows()).toMatchObject([{ serverId: 's5' }, { deletedAt: null }]);
    }
  });

  it('is deleted if a create that was repeated made it and nobody has changed it', () => {
    const made = { made: FIELDS, creates: 2, name: 'Later', base: { ...FIELDS, name: 'Later' } };
    const one = start(made);
    receiveCollection(one.tx, remote({}, 's9'), false);
    expect(one.rows()).toMatchObject([{ name: 'Later' }, { serverId: 's9', deletedAt: NOW }]);
    const edited = start(made);
    receiveCollection(edited.tx, { ...remote({}, 's9'), isUntouched: false }, false);
    expect(edited.rows()).toMatchObject([{ name: 'Later' }, { serverId: 's9', deletedAt: null }]);
    const never = start({ ...made, creates: 0 });
    receiveCollection(never.tx, remote({}, 's9'), false);
    expect(never.rows()).toMatchObject([{ name: 'Later' }, { deletedAt: null }]);
  });
});

describe('a collection that the server has no more', () => {
  it('is deleted here, with its fields in the journal', () => {
    const one = start({});
    removeLostCollection(one.tx, one.first(), false);
    expect({ rows: one.rows(), log: one.log }).toEqual({ rows: [], log: ['deleted-there'] });
  });

  it('is created again if it was edited here or the server may have lost it', () => {
    const [edited, lost] = [start({ name: 'Mine' }), start({})];
    removeLostCollection(edited.tx, edited.first(), false);
    removeLostCollection(lost.tx, lost.first(), true);
    for (const { first, log } of [edited, lost]) {
      expect(first()).toMatchObject({ serverId: null, base: null });
      expect(first().entry).not.toBeNull();
      expect(log).toEqual(['kept-against-delete']);
    }
  });

  it('is gone if it was deleted here, too', () => {
    const one = start({ deletedAt: NOW });
    removeLostCollection(one.tx, one.first(), true);
    expect({ rows: one.rows(), log: one.log }).toEqual({ rows: [], log: [] });
  });
});
