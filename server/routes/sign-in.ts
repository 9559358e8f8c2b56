import { roleNamed, type signIn } from '../../src/contract';
import { issueToken } from '../auth/issue-token';
import { signInWithPassword } from '../auth/sign-in';
import type { Handlers } from '../http/context';
import { refuse, refuseForNow } from '../http/refusal';
import type { Server } from '../server';

/** A token for a user name and a password (spec 2.20), where that is allowed at all. */
export const signInHandlers = (server: Server): Handlers<typeof signIn> => ({
  async withPassword({ body }, { clientAddress }) {
    if (!server.config.hasPasswordSignIn) return refuse(404);
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
