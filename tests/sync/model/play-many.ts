import { bulkInParts } from '../../../src/library/bulk/bulk';
import { value } from '../../library/library';
import type { Action } from './actions';
import { bringBack, undoAct } from './play-undo';
import type { Players } from './players';

/** Each page is a transaction of its own. */
const bulkRepository = bulkInParts(1);

/** Does an action on all pages of a device, and may undo it at once. */
export async function playOnMany(
  players: Players,
  { device: at, change, isUndone }: Action & { kind: 'change-all' },
  n: number,
): Promise<void> {
  const { all, expected } = players;
  const { library, tables } = all[at]!.device;
  const bulk = library.part(bulkRepository);
  const rows = await tables.bookmarks
    .filter(({ trashedAt }) => (trashedAt === null) === (change !== 'restore'))
    .toArray();
  const label = `b${n}`;
  const action = {
    archive: { kind: 'edit', patch: { isArchived: true } },
    label: { kind: 'edit', patch: { addLabels: [label] } },
    trash: { kind: 'trash' },
    restore: { kind: 'restore' },
  } as const;
  const ids = rows.map(({ id }) => id);
  const job = value(await bulk.start(action[change], ids));
  await bringBack(players, at, async () => value(await bulk.run()));
  for (const { urlKey: key } of rows) {
    expected.old.delete(key);
    if (change === 'trash') expected.abandoned.add(key);
    if (change === 'label') expected.labels.push({ key, label });
  }
  if (isUndone && job !== null) await undoJob(players, at, job);
}

/** Undoes the last action on many pages of a device. */
export async function playUndoOfMany(
  players: Players,
  { device: at }: Action & { kind: 'undo-change' },
): Promise<void> {
  const job = await players.all[at]!.device.tables.jobs.where('kind').equals('bulk').last();
  if (job !== undefined) await undoJob(players, at, job.id);
}

async function undoJob(players: Players, at: number, job: number): Promise<void> {
  const { jobs } = players.all[at]!.device.tables;
  const group = (await jobs.get(job))?.group ?? null;
  if (group !== null) await undoAct(players, at, group);
}
