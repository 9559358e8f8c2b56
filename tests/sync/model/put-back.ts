import { expect } from 'vitest';
import { createDecisions, type Round } from '../../../src/sync';
import { value } from '../../library/library';
import type { Device } from '../support/world';
import type { Action } from './history';
import type { Player, Players } from './players';

type Answer = (Action & { kind: 'restore-there' })['answers'][number];

export const isStoppedByLoss = (round: Round | null): boolean =>
  round?.kind === 'stopped' && round.stop.kind === 'server-lost-data';

export async function answer(
  { library }: Device,
  decision: Exclude<Answer, 'away'>,
): Promise<void> {
  value(await createDecisions(library).answerLostData(decision));
}

/**
 * Puts the server back to its last backup, when all had been in sync. Each device that is not away
 * meets it, and stops where something is gone; then each person answers, one after the other. Nobody
 * is away when nobody wants back what is gone: what is done there meanwhile would hide it from them.
 */
export async function putBack(players: Players, answers: readonly Answer[]): Promise<void> {
  const { asked } = players;
  await players.backups?.restore();
  for (const { label } of asked.labels) asked.united.add(label);
  const isWanted = answers.includes('send-back');
  const stopped: (readonly [Player, Answer])[] = [];
  for (const [at, player] of players.all.entries()) {
    const wanted = answers[at]!;
    if (wanted === 'away' && isWanted) players.wasAway = true;
    else if (await meetsLoss(player)) stopped.push([player, wanted]);
  }
  for (const [{ device, worker }, wanted] of stopped) {
    await answer(device, wanted === 'away' ? 'accept' : wanted);
    await worker.run(() => device.round());
  }
  // What nobody wants back is let go.
  if (isWanted) return;
  for (const key of asked.saved) asked.letGo.add(key);
}

/** Whether sync stops; then nothing is gone here. */
async function meetsLoss({ device, worker }: Player): Promise<boolean> {
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
