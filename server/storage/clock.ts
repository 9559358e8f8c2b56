import { confirmedTime, lookAtClock } from '../../src/domain/confirmed-clock';
import type { UnixMs } from '../../src/domain/time';
import { firstRow } from './database/rows';
import type { Session } from './database/session';
import { rowConversions } from './schema/column';
import { TABLES } from './schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.clock);

/** The number of the only row. */
const ID = 1;

/**
 * Returns a function that looks at the clock and returns the time up to which something may have
 * expired. A clock that was ahead for a minute must not end what is kept for weeks.
 */
export const confirmTime =
  (session: Session) =>
  (now: UnixMs): Promise<UnixMs> =>
    session.write(async ({ db }) => {
      const known = await firstRow(db.selectFrom('clock').selectAll(), toRow);
      const clock = lookAtClock(known, now, null);
      const row = toColumns({ ...clock, id: ID });
      await db
        .insertInto('clock')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      return confirmedTime(clock, now);
    });
