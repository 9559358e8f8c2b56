import { roleNamed, type signIn } from '../../src/contract';
import { issueToken } from '../auth/issue-token';
import { addressKey, createLimiter, SIGN_IN_BY_ADDRESS } from '../auth/limits';
import { signInWithPassword } from '../auth/sign-in';
import type { Admissions, Handlers } from '../http/context';
import { refuse, refuseForNow } from '../http/refusal';
import type { Server } from '../server';

/** Refuses clients over the limit before their password is read. */
export const signInAdmissions = (server: Server): Admissions<typeof signIn> => ({
  async withPassword({ clientAddress }) {
    if (!server.config.hasPasswordSignIn) return refuse(404);
    const waitMs = await createLimiter(server).look(SIGN_IN_BY_ADDRESS, addressKey(clientAddress));
    return waitMs === null ? null : refuseForNow(waitMs);
  },
});

/** A token for a user name and a password (spec 2.20), where that is allowed at all. */
export const signInHandlers = (server: Server): Handlers<typeof signIn> => ({
  async withPassword({ body }, { clientAddress }) {
    const { username, password, application, roles } = body;
    const user = await signInWithPassword(server, clientAddress, username, password);
    if (!user.ok) {
      return user.error.kind === 'wrong' ? refuse(401) : refuseForNow(user.error.waitMs);
    }
    const { row, secret } = await issueToken(server.storage, {
      userId: user.value.id,
      kind: 'password',
      name: application,
      roles: roles?.length ? [...new Set(roles.map(roleNamed))] : null,
      clientUri: '',
      clientLogo: '',
    });
    return { status: 201, body: { id: row.id, token: secret } };
  },
});
