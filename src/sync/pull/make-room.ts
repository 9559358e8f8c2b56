import { err, ok, type Result } from '../../domain';
import type { SyncContext } from '../context';
import { type Stopped, stoppedByLibrary } from '../stop';
import { planRoom, type RoomPlan } from './plan-room';

/** Drops the articles that don't fit any more, and says what may come. */
export async function makeRoom(
  { library: { sync } }: Pick<SyncContext, 'library'>,
  maxBytes: number,
): Promise<Result<RoomPlan, Stopped>> {
  const held = await sync.heldArticles();
  if (!held.ok) return err(stoppedByLibrary(held.error));
  const plan = planRoom(held.value, maxBytes);
  const dropped = await sync.dropArticles(plan.drop);
  return dropped.ok ? ok(plan) : err(stoppedByLibrary(dropped.error));
}
