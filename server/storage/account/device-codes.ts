import { definedFields } from '../../../src/domain/defined-fields';
import { firstRow } from '../database/rows';
import type { Session } from '../database/session';
import { rowConversions } from '../schema/column';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.device_codes);

export type DeviceCodeRow = Row<'device_codes'>;

export type NewDeviceCode = Pick<
  DeviceCodeRow,
  'hash' | 'userCode' | 'clientId' | 'scopes' | 'intervalMs' | 'expires'
>;

export type DeviceCodeChange = Partial<
  Pick<DeviceCodeRow, 'state' | 'userId' | 'tokenId' | 'intervalMs' | 'polledAt'>
>;

/** Creates the functions for device codes (spec section 3). */
export function createDeviceCodes({ db, now, write }: Session) {
  const all = db.selectFrom('device_codes').selectAll();
  return {
    /** Returns false when the user code is in use, so that the caller makes another. */
    createDeviceCode(code: NewDeviceCode): Promise<boolean> {
      const created = now();
      const undecided = { state: 'pending', userId: null, tokenId: null, polledAt: null } as const;
      return write(async (unit) => {
        // User codes are short, so an expired one is free again.
        await unit.db
          .deleteFrom('device_codes')
          .where('user_code', '=', code.userCode)
          .where('expires', '<=', created)
          .execute();
        const { numInsertedOrUpdatedRows } = await unit.db
          .insertInto('device_codes')
          .values(toColumns({ ...code, ...undecided, created }))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      });
    },
    /** Returns null when unknown. An expired code is found until it is deleted. */
    findByUserCode: (userCode: string): Promise<DeviceCodeRow | null> =>
      firstRow(all.where('user_code', '=', userCode), toRow),
    /** Changes a device code. `change` gets the current, locked row and returns null for no change. */
    changeDeviceCode: (hash: string, change: (row: DeviceCodeRow) => DeviceCodeChange | null) =>
      write(async (unit): Promise<DeviceCodeRow | null> => {
        const found = await unit.db
          .selectFrom('device_codes')
          .selectAll()
          .where('hash', '=', hash)
          .$if(unit.engine.locksRows, (query) => query.forUpdate())
          .executeTakeFirst();
        if (found === undefined) return null;
        const row = toRow(found);
        const changes = change(row);
        if (changes === null) return row;
        const changed = { ...row, ...definedFields(changes) };
        await unit.db
          .updateTable('device_codes')
          .set(toColumns(changed))
          .where('hash', '=', hash)
          .execute();
        return changed;
      }),
  };
}
