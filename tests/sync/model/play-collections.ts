import type { CollectionInfo } from '../../../src/contract';
import { value } from '../../library/library';
import type { World } from '../support/world';
import type { Action } from './history';
import type { Players } from './players';

type Here = Extract<Action, { kind: 'collect' | 'edit-collection' | 'delete-collection' }>;
type There = Extract<
  Action,
  { kind: 'collect-there' | 'edit-collection-there' | 'delete-collection-there' }
>;

/** All collections of the server; a history makes no more than fit one page. */
export async function collectionsThere({ client }: World): Promise<readonly CollectionInfo[]> {
  const answer = value(await client.collections.list({ limit: 100 }));
  return answer.body ?? [];
}

/** One that is the same on several devices, or one of its own. */
const newCollection = (n: number, isShared: boolean) => ({
  name: isShared ? 'Shared' : `c${n}`,
  author: isShared ? 'everybody' : `a${n}`,
});

export async function playCollectionHere(
  { all, asked: { collections: asked } }: Players,
  action: Here,
  n: number,
): Promise<void> {
  const { library, tables } = all[action.device]!.device;
  const rows = await tables.collections.filter(({ deletedAt }) => deletedAt === null).toArray();
  if (action.kind === 'collect') {
    const made = newCollection(n, action.isShared);
    // Whoever makes a second one on the same device wants two.
    if (rows.some(({ author }) => author === made.author)) return;
    asked.made.add(made.author);
    value(await library.collections.create(made));
    return;
  }
  const row = rows[n % rows.length];
  if (row === undefined) return;
  const { id, author } = row;
  if (action.kind === 'delete-collection') {
    const deleted = value(await library.collections.delete(id));
    if (action.isUndone) value(await library.collections.restore(deleted));
    else asked.deleted.add(author);
    return;
  }
  if (rows.filter((one) => one.author === author).length > 1) asked.twins.add(author);
  if (action.field === 'isPinned') {
    value(await library.collections.edit(id, { isPinned: !row.isPinned }));
    return;
  }
  asked.edits.push({ author, field: action.field, value: `v${n}`, device: action.device });
  value(await library.collections.edit(id, { [action.field]: `v${n}` }));
}

/** The same by the server's own pages. */
export async function playCollectionThere(
  { world, asked: { collections: asked } }: Players,
  action: There,
  n: number,
): Promise<void> {
  const { collections } = world.client;
  if (action.kind === 'collect-there') {
    const made = newCollection(n, false);
    asked.made.add(made.author);
    value(await collections.create(made));
    return;
  }
  const infos = await collectionsThere(world);
  const info = infos[n % infos.length];
  if (info === undefined) return;
  const { id, author } = info;
  if (action.kind === 'delete-collection-there') {
    asked.deleted.add(author);
    value(await collections.delete(id));
    return;
  }
  if (infos.filter((one) => one.author === author).length > 1) asked.twins.add(author);
  if (action.field === 'isPinned') {
    value(await collections.update(id, { is_pinned: !info.is_pinned }));
    return;
  }
  // What nobody has seen yet may be overwritten by what was sent before it and comes late.
  value(await collections.update(id, { [action.field]: `s${n}` }));
}
