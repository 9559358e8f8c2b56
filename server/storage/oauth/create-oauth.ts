import type { Session } from '../session';
import { createClients } from './clients';
import { createCodes } from './codes';
import { createDeviceCodes } from './device-codes';
import type { OAuthRepository } from './oauth';

const EXPIRING = ['oauth_clients', 'oauth_codes', 'device_codes'] as const;

/** Clients, codes and device codes, in either database. */
export const createOAuth = (session: Session): OAuthRepository => ({
  ...createClients(session),
  ...createCodes(session),
  ...createDeviceCodes(session),
  clear: (before) =>
    session.write(async ({ db }) => {
      for (const table of EXPIRING) {
        await db.deleteFrom(table).where('expires', '<', before).execute();
      }
    }),
});
