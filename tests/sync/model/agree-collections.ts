import { expect } from 'vitest';
import type { CollectionFields } from '../../../src/domain/collection';
import { collectionFieldsOf } from '../../../src/library';
import { knownFields } from '../../../src/sync/collections/receive-collections';
import { remoteCollectionOf } from '../../../src/sync/collections/remote-collection';
import type { Device } from '../support/world';
import { collectionsThere } from './play-collections';
import { journalOf, type Players } from './players';

const inOrder = <T>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

async function rowsOf({ tables, library }: Device) {
  const rows = await tables.collections.toArray();
  return {
    shown: inOrder(rows.filter(({ deletedAt }) => deletedAt === null).map(collectionFieldsOf)),
    known: inOrder(rows.map(({ base }) => base && collectionFieldsOf(base))),
    waiting: await library.sync.waitingCollections(),
  };
}

/**
 * Checks that all devices and the server have the same collections, that none is lost or there
 * twice, and that nothing waits to be sent. To be called when no device has anything left to sync.
 */
export async function checkCollections(players: Players): Promise<void> {
  const infos = await collectionsThere(players.world);
  const remotes = infos.map((info) => remoteCollectionOf(info, true));
  const there = inOrder(remotes.map((remote) => collectionFieldsOf(knownFields(remote, null))));
  for (const [at, { device }] of players.all.entries()) {
    const { shown, known, waiting } = await rowsOf(device);
    expect(waiting, `device ${at} has collections to send`).toEqual([]);
    expect(shown, `collections of device ${at}`).toEqual(there);
    expect(known, `what device ${at} knows of the server's collections`).toEqual(there);
  }
  const { twins } = players.expected.collections;
  const contents = there
    .filter(({ author }) => !twins.has(author))
    .map(({ isPinned: _, ...fields }) => JSON.stringify(fields));
  expect(contents, 'a collection is there twice').toEqual([...new Set(contents)]);
  await checkNothingLost(players, there);
}

/** Checks that each change is still there, was replaced on the same device, or is in a journal. */
async function checkNothingLost(
  { all, expected: { collections: expected } }: Players,
  there: readonly CollectionFields[],
): Promise<void> {
  const authors = there.map(({ author }) => author);
  const journals = await Promise.all(all.map(journalOf));
  const inJournal = new Set(
    journals.flat().flatMap(({ changes }) => changes.flatMap(({ ours, theirs }) => [ours, theirs])),
  );
  for (const author of expected.made) {
    if (expected.deleted.has(author) || inJournal.has(author)) continue;
    expect(authors, 'a collection is lost').toContain(author);
  }
  for (const [at, { author, field, value, device }] of expected.edits.entries()) {
    if (expected.deleted.has(author) || inJournal.has(value)) continue;
    const isReplaced = expected.edits
      .slice(at + 1)
      .some((one) => one.author === author && one.field === field && one.device === device);
    if (isReplaced) continue;
    const values = there.filter((one) => one.author === author).map((one) => one[field]);
    expect(values, `the ${field} of ${author} is lost`).toContain(value);
  }
}
