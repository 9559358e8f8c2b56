import type { CollectionInfo } from '../../../src/contract';
import { undo, value } from '../../library/library';
import type { World } from '../support/world';
import type { Action } from './actions';
import type { Players } from './players';

type DeviceAction = Extract<
  Action,
  { kind: 'create-collection' | 'edit-collection' | 'delete-collection' }
>;
type ServerAction = Extract<
  Action,
  {
    kind:
      | 'create-collection-on-server'
      | 'edit-collection-on-server'
      | 'delete-collection-on-server';
  }
>;

/** Lists all collections of the server. A history creates fewer than fit on one page. */
export async function collectionsThere({ client }: World): Promise<readonly CollectionInfo[]> {
  const answer = value(await client.collections.list({ limit: 100 }));
  return answer.body ?? [];
}

/** The author of collections that several devices create alike. */
export const SHARED_AUTHOR = 'everybody';

/** A collection that several devices create alike, or one that is unique. */
const newCollection = (n: number, isShared: boolean) => ({
  name: isShared ? 'Shared' : `c${n}`,
  author: isShared ? SHARED_AUTHOR : `a${n}`,
});

export async function playCollectionOnDevice(
  { all, expected: { collections: expected } }: Players,
  action: DeviceAction,
  n: number,
): Promise<void> {
  const { library, tables } = all[action.device]!.device;
  const rows = await tables.collections.filter(({ deletedAt }) => deletedAt === null).toArray();
  if (action.kind === 'create-collection') {
    const made = newCollection(n, action.isShared);
    // A person who creates it twice on the same device wants two.
    if (rows.some(({ author }) => author === made.author)) return;
    expected.made.add(made.author);
    value(await library.collections.create(made));
    return;
  }
  const row = rows[n % rows.length];
  if (row === undefined) return;
  const { id, author } = row;
  if (action.kind === 'delete-collection') {
    const deleted = value(await library.collections.delete(id));
    if (action.isUndone) await undo({ library }, deleted);
    else expected.deleted.add(author);
    return;
  }
  if (rows.filter((one) => one.author === author).length > 1) expected.twins.add(author);
  if (action.field === 'isPinned') {
    value(await library.collections.edit(id, { isPinned: !row.isPinned }));
    return;
  }
  expected.edits.push({ author, field: action.field, value: `v${n}`, device: action.device });
  value(await library.collections.edit(id, { [action.field]: `v${n}` }));
}

/** Does an action with collections on the server, as its own pages do. */
export async function playCollectionOnServer(
  { world, expected: { collections: expected } }: Players,
  action: ServerAction,
  n: number,
): Promise<void> {
  const { collections } = world.client;
  if (action.kind === 'create-collection-on-server') {
    const made = newCollection(n, false);
    expected.made.add(made.author);
    value(await collections.create(made));
    return;
  }
  const infos = await collectionsThere(world);
  const info = infos[n % infos.length];
  if (info === undefined) return;
  const { id, author } = info;
  if (action.kind === 'delete-collection-on-server') {
    expected.deleted.add(author);
    value(await collections.delete(id));
    return;
  }
  // Another device may create it, or a create of it may arrive late.
  const isShared = author === SHARED_AUTHOR;
  if (isShared || infos.filter((one) => one.author === author).length > 1)
    expected.twins.add(author);
  if (action.field === 'isPinned') {
    value(await collections.update(id, { is_pinned: !info.is_pinned }));
    return;
  }
  // An edit that no device has seen may be overwritten by a late request, so it is not expected.
  value(await collections.update(id, { [action.field]: `s${n}` }));
}
