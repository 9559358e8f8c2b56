import { expect } from 'vitest';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import type { Action } from './history';
import type { Player, Players } from './players';
import { quiet } from './quiet';

type Answer = (Action & { kind: 'restore-there' })['answers'][number];

/**
 * Puts the server back to its last backup, when all had been in sync. Each device meets it, and stops
 * when something is gone; then each person answers, one after the other.
 */
export async function putBack(players: Players, answers: readonly Answer[]): Promise<void> {
  if (!players.backups?.isMade()) return;
  await quiet(players);
  await players.backups.restore();
  const isStopped: boolean[] = [];
  for (const player of players.all) isStopped.push(await meetsLoss(player));
  for (const [at, player] of players.all.entries()) {
    if (!isStopped[at]) continue;
    const { library } = player.device;
    value(await createDecisions(library).answerLostData(answers[at]!));
    await player.worker.run(() => player.device.round());
  }
  // What nobody wants back is let go.
  const isSentBack = isStopped.some((stopped, at) => stopped && answers[at] === 'send-back');
  if (isStopped.some(Boolean) && !isSentBack) {
    for (const key of players.asked.saved) players.asked.letGo.add(key);
  }
}

/** Whether sync stops; then nothing is gone here. */
async function meetsLoss({ device, worker }: Player): Promise<boolean> {
  const before = await liveKeys({ device });
  const round = await worker.run(() => device.round());
  const isStopped = round?.kind === 'stopped' && round.stop.kind === 'server-lost-data';
  if (isStopped) expect(await liveKeys({ device })).toEqual(expect.arrayContaining(before));
  else expect(round).toMatchObject({ kind: 'done' });
  return isStopped;
}

async function liveKeys({ device }: Pick<Player, 'device'>): Promise<string[]> {
  const rows = await device.tables.bookmarks
    .filter(({ trashedAt }) => trashedAt === null)
    .toArray();
  return rows.map(({ urlKey }) => urlKey);
}
