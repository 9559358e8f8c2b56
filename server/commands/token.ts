import { TOKEN_ROLES, type TokenRole } from '../../src/contract';
import { issueToken } from '../auth/issue-token';
import type { Storage } from '../storage';
import type { Arguments } from './arguments';
import type { Terminal } from './terminal';

/** `token add NAME`. The exit code: 0 when done. */
export async function runToken(
  storage: Storage,
  [verb, name = '']: readonly string[],
  { application, roles }: Arguments,
  terminal: Terminal,
): Promise<number> {
  if (verb !== 'add' || name === '') {
    terminal.say('token add NAME, where NAME is an account');
    return 2;
  }
  const known = roles.filter(isRole);
  if (known.length < roles.length) {
    terminal.say(`A role is one of ${TOKEN_ROLES.join(', ')}.`);
    return 2;
  }
  const user = await storage.users.findByLogin(name);
  if (user === null) {
    terminal.say(`There is no account ${name}. Make it with: user add ${name}`);
    return 1;
  }
  const { secret } = await issueToken(storage, {
    userId: user.id,
    kind: 'api',
    name: application,
    roles: known.length > 0 ? known : null,
    clientUri: '',
    clientLogo: '',
  });
  terminal.say(`Made a token for ${user.username}. It is shown this once:`);
  terminal.out(secret);
  return 0;
}

const isRole = (text: string): text is TokenRole =>
  (TOKEN_ROLES as readonly string[]).includes(text);
