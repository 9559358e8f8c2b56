import type { Selectable } from 'kysely';
import { unixMs } from '../../../src/domain';
import type { Session } from '../database-session';
import { definedFields, parsed } from '../rows';
import type { DeviceCodeTable } from '../schema/tables';
import type { DeviceCodeRow, DeviceState, OAuthRepository } from './oauth';

type DeviceCodes = Pick<
  OAuthRepository,
  'createDeviceCode' | 'findDeviceCode' | 'findByUserCode' | 'changeDeviceCode'
>;

/** Creates the functions for device codes (spec section 3). */
export function createDeviceCodes(session: Session): DeviceCodes {
  const all = session.db.selectFrom('device_codes').selectAll();
  return {
    async createDeviceCode({ hash, userCode, clientId, scopes, intervalMs, expires }) {
      const created = session.now();
      return session.write(async (unit) => {
        // User codes are short, so an expired one is free again.
        await unit.db
          .deleteFrom('device_codes')
          .where('user_code', '=', userCode)
          .where('expires', '<=', created)
          .execute();
        const { numInsertedOrUpdatedRows } = await unit.db
          .insertInto('device_codes')
          .values({
            hash,
            user_code: userCode,
            client_id: clientId,
            scopes: JSON.stringify(scopes),
            state: 'pending',
            user_id: null,
            token_id: null,
            interval_ms: intervalMs,
            polled_at: null,
            created,
            expires,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      });
    },
    async findDeviceCode(hash) {
      const row = await all.where('hash', '=', hash).executeTakeFirst();
      return row ? toDeviceCode(row) : null;
    },
    async findByUserCode(userCode) {
      const row = await all.where('user_code', '=', userCode).executeTakeFirst();
      return row ? toDeviceCode(row) : null;
    },
    changeDeviceCode: (hash, change) =>
      session.write(async ({ db, engine }) => {
        const found = await db
          .selectFrom('device_codes')
          .selectAll()
          .where('hash', '=', hash)
          .$if(engine.locksRows, (query) => query.forUpdate())
          .executeTakeFirst();
        if (found === undefined) return null;
        const row = toDeviceCode(found);
        const changes = change(row);
        if (changes === null) return row;
        const changed = { ...row, ...definedFields(changes) };
        await db
          .updateTable('device_codes')
          .set({
            state: changed.state,
            user_id: changed.userId,
            token_id: changed.tokenId,
            interval_ms: changed.intervalMs,
            polled_at: changed.polledAt,
          })
          .where('hash', '=', hash)
          .execute();
        return changed;
      }),
  };
}

const toDeviceCode = (row: Selectable<DeviceCodeTable>): DeviceCodeRow => ({
  hash: row.hash,
  userCode: row.user_code,
  clientId: row.client_id,
  scopes: parsed(row.scopes),
  state: row.state as DeviceState, // Only such values are written.
  userId: row.user_id,
  tokenId: row.token_id,
  intervalMs: row.interval_ms,
  polledAt: row.polled_at === null ? null : unixMs(row.polled_at),
  created: unixMs(row.created),
  expires: unixMs(row.expires),
});
