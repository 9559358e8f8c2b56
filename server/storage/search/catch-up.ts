import type { Query } from '../../../src/query';
import type { UserId } from '../ids';
import type { Session } from '../session';
import { StorageUnavailable } from '../unavailable';
import { indexSome } from './index-some';

/** Batches that a search waits for. After a large import it answers with what is indexed so far. */
const MOST_BATCHES = 4;

/** Indexes what `userId` changed just now, so that a search for its words finds it. */
export async function catchUp(session: Session, userId: UserId, { terms }: Query): Promise<void> {
  if (!terms.some(({ field }) => field !== 'label')) return;
  try {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      if ((await indexSome(session, userId)) === 0) return;
    }
  } catch (error) {
    // What can be read is shown, also when nothing can be written.
    if (!(error instanceof StorageUnavailable)) throw error;
  }
}
