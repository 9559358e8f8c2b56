import { formatInstant, TOKEN_ROLES, type TokenRole } from '../../src/contract';
import { allTokensOf, makeToken } from '../account/issue-token';
import { MAX_MADE_TOKENS, type Storage } from '../storage';
import type { Arguments } from './arguments';
import type { Terminal } from './terminal';

/** Runs `token add|list NAME` and `token revoke ID`. Returns the exit code: 0 for success. */
export async function runToken(
  storage: Storage,
  [verb, subject = '']: readonly string[],
  options: Arguments,
  terminal: Terminal,
): Promise<number> {
  if (subject !== '') {
    if (verb === 'add') return add(storage, subject, options, terminal);
    if (verb === 'list') return list(storage, subject, terminal);
    if (verb === 'revoke') return revoke(storage, subject, terminal);
  }
  terminal.say('Use token add NAME, token list NAME or token revoke ID. NAME is an account.');
  return 2;
}

async function add(
  storage: Storage,
  name: string,
  { application, roles }: Arguments,
  terminal: Terminal,
) {
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
  const made = await makeToken(storage, {
    userId: user.id,
    name: application,
    roles: known.length > 0 ? known : null,
  });
  if (made === null) {
    terminal.say(
      `${user.username} has ${MAX_MADE_TOKENS} tokens already. Revoke one first: token list ${name}, token revoke ID`,
    );
    return 1;
  }
  terminal.say(`Made a token for ${user.username}. It is shown only once:`);
  terminal.out(made.secret);
  return 0;
}

async function list(storage: Storage, name: string, terminal: Terminal) {
  const user = await storage.users.findByLogin(name);
  if (user === null) {
    terminal.say(`There is no account ${name}.`);
    return 1;
  }
  for (const token of await allTokensOf(storage, user.id)) {
    const { id, kind, roles, lastUsed } = token;
    const used = lastUsed === null ? 'never used' : `last used ${formatInstant(lastUsed)}`;
    // An app chooses its name, which must not imitate another line or column.
    const called = token.name.replace(/[\s\p{C}]+/gu, ' ');
    terminal.out([id, kind, called, roles?.join(' ') ?? 'everything', used].join('\t'));
  }
  return 0;
}

async function revoke(storage: Storage, id: string, terminal: Terminal) {
  const token = await storage.tokens.findById(id);
  if (token === null) {
    terminal.say('There is no such token. The first column of token list NAME has the ids.');
    return 1;
  }
  await storage.tokens.delete(token.userId, id);
  terminal.say('Revoked the token. Apps that used it have to sign in again.');
  return 0;
}

const isRole = (text: string): text is TokenRole =>
  (TOKEN_ROLES as readonly string[]).includes(text);
