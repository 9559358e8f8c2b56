import { expect } from 'vitest';
import { createDecisions, type Round } from '../../../src/sync';
import { value } from '../../library/library';
import type { Device } from '../support/world';
import type { Action } from './actions';
import type { Player, Players } from './players';

type Answer = (Action & { kind: 'restore-backup' })['answers'][number];

export const isStoppedByLoss = (round: Round | null): boolean =>
  round?.kind === 'stopped' && round.stop.kind === 'server-lost-data';

export async function answer(
  { library }: Device,
  decision: Exclude<Answer, 'away'>,
): Promise<void> {
  value(await createDecisions(library).answerLostData(decision));
}

/**
 * Restores the last backup on the server, after all devices have synced. Each device that is not
 * away notices it and stops when something is missing. Then each person answers in turn. When
 * nobody wants the missing data back, nobody is away, because changes made meanwhile would hide the
 * loss from a device that returns.
 */
export async function restoreBackup(players: Players, answers: readonly Answer[]): Promise<void> {
  const { expected } = players;
  await players.backups?.restore();
  for (const { label } of expected.labels) expected.united.add(label);
  const isWanted = answers.includes('send-back');
  const stopped: (readonly [Player, Answer])[] = [];
  for (const [at, player] of players.all.entries()) {
    const wanted = answers[at]!;
    if (wanted === 'away' && isWanted) players.isUnnoticed = true;
    else if (await noticesLoss(player)) stopped.push([player, wanted]);
  }
  for (const [{ device, worker }, wanted] of stopped) {
    await answer(device, wanted === 'away' ? 'accept' : wanted);
    await worker.run(() => device.round());
  }
  // Other devices have the parts of a highlight. The device that accepted had the whole.
  const isAccepted = stopped.some(([, wanted]) => wanted !== 'send-back');
  if (players.isReadeck && isAccepted) {
    for (const { key } of expected.highlights.made) expected.highlights.isDeletedThere.add(key);
  }
  // The missing data is not expected, because nobody wants it back.
  if (isWanted) return;
  for (const key of expected.saved) {
    expected.abandoned.add(key);
    expected.purged.add(key);
  }
}

/**
 * Runs a round and returns whether it stopped. A stopped round must not remove anything from the
 * device.
 */
async function noticesLoss({ device, worker }: Player): Promise<boolean> {
  const before = await liveKeys(device);
  const round = await worker.run(() => device.round());
  if (isStoppedByLoss(round)) {
    expect(await liveKeys(device)).toEqual(expect.arrayContaining(before));
    return true;
  }
  expect(round).toMatchObject({ kind: 'done' });
  return false;
}

async function liveKeys({ tables }: Device): Promise<string[]> {
  const rows = await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
  return rows.map(({ urlKey }) => urlKey);
}
