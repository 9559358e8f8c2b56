import { randomInt } from 'node:crypto';
import { MAX_IDENTITY_SUBJECT_LENGTH } from '../account/identity';
import { addUser, type NewUserError, passwordProblem, setPassword } from '../account/new-user';
import { MIN_PASSWORD_LENGTH } from '../account/password';
import { PROXY_ISSUER } from '../account/proxy-user';
import type { Storage } from '../storage';
import type { Arguments } from './arguments';
import type { Terminal } from './terminal';

/** No letters or digits that look like one another. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const GROUP_LENGTH = 5;

const group = () =>
  Array.from({ length: GROUP_LENGTH }, () =>
    PASSWORD_ALPHABET.charAt(randomInt(PASSWORD_ALPHABET.length)),
  ).join('');

/** Creates a password of 100 random bits that is easy to type. */
const newPassword = (): string => Array.from({ length: PASSWORD_GROUPS }, group).join('-');

const NEW_USER_PROBLEMS: Readonly<Record<NewUserError['kind'], string>> = {
  'no-name': 'Give a name, for example: user add ada',
  'name-too-long': 'That name is too long.',
  'bad-name': 'A name cannot contain spaces, slashes, quotes or @.',
  'name-taken': 'That name is taken.',
  'password-too-short': `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`,
  'password-too-long': 'That password is too long.',
};

/** Runs `user add|password|list|disable|enable|remove|link`. Returns the exit code: 0 for success. */
export async function runUser(
  storage: Storage,
  [verb, name = '', subject = '']: readonly string[],
  options: Arguments,
  terminal: Terminal,
): Promise<number> {
  switch (verb) {
    case 'add':
      return add(storage, name, options, terminal);
    case 'password':
      return changePassword(storage, name, options, terminal);
    case 'list':
      return list(storage, terminal);
    case 'disable':
      return enable(storage, name, false, terminal);
    case 'enable':
      return enable(storage, name, true, terminal);
    case 'remove':
      return remove(storage, name, terminal);
    case 'link':
      return linkAccount(storage, name, subject, options, terminal);
    default:
      terminal.say(
        'Use user add NAME, user password NAME, user disable NAME, user enable NAME, user remove NAME, user link NAME SUBJECT or user list.',
      );
      return 2;
  }
}

async function add(storage: Storage, name: string, options: Arguments, terminal: Terminal) {
  const password = await passwordFor(options, terminal);
  const made = await addUser(storage, {
    username: name,
    password: password.text,
    group: options.isAdmin ? 'admin' : 'user',
  });
  if (!made.ok) return complain(terminal, NEW_USER_PROBLEMS[made.error.kind]);
  terminal.say(`Made the account ${name}.${password.isNew ? ' Its password:' : ''}`);
  if (password.isNew) terminal.out(password.text);
  return 0;
}

async function changePassword(
  storage: Storage,
  name: string,
  options: Arguments,
  terminal: Terminal,
) {
  const user = await storage.users.findByLogin(name);
  if (user === null) return complain(terminal, `There is no account ${name}.`);
  const password = await passwordFor(options, terminal);
  const problem = passwordProblem(password.text);
  if (problem) return complain(terminal, NEW_USER_PROBLEMS[problem.kind]);
  await setPassword(storage, user.id, password.text, options);
  terminal.say(
    options.revokesTokens
      ? `Every browser and app of ${name} is signed out, and every token is revoked.`
      : `Every browser of ${name} is signed out. Apps and tokens still have access. --revoke-tokens ends that too.`,
  );
  terminal.say(`The account ${name} has a new password${password.isNew ? ':' : '.'}`);
  if (password.isNew) terminal.out(password.text);
  return 0;
}

async function list(storage: Storage, terminal: Terminal) {
  for (const { username, group: role, email, isEnabled } of await storage.users.list()) {
    const state = isEnabled ? '' : 'disabled';
    terminal.out([username, role, email ?? '', state].join('\t').trimEnd());
  }
  return 0;
}

async function enable(storage: Storage, name: string, isEnabled: boolean, terminal: Terminal) {
  const user = await storage.users.findByLogin(name);
  if (user === null) return complain(terminal, `There is no account ${name}.`);
  await storage.users.update(user.id, { isEnabled });
  terminal.say(
    isEnabled
      ? `The account ${user.username} is enabled. Its password, apps, tokens and shared links work again.`
      : `The account ${user.username} is disabled. Its password, apps, tokens and shared links no longer work. Its data stays. user enable ${user.username} enables it again.`,
  );
  return 0;
}

async function remove(storage: Storage, name: string, terminal: Terminal) {
  const user = await storage.users.findByLogin(name);
  if (user === null) return complain(terminal, `There is no account ${name}.`);
  await storage.users.delete(user.id);
  terminal.say(`Removed the account ${name} with all its data.`);
  return 0;
}

async function linkAccount(
  storage: Storage,
  name: string,
  subject: string,
  { config }: Arguments,
  terminal: Terminal,
) {
  const issuer = config.oidc?.issuer.href ?? (config.userHeader && PROXY_ISSUER);
  if (issuer === null)
    return complain(terminal, 'Set --oidc-issuer or --user-header as for the server.');
  if (subject === '' || subject.length > MAX_IDENTITY_SUBJECT_LENGTH)
    return complain(
      terminal,
      'Give the subject that the provider sends, or the name in the header.',
    );
  const user = await storage.users.findByLogin(name);
  if (user === null) return complain(terminal, `There is no account ${name}.`);
  await storage.identities.rebind({ issuer, subject }, user.id);
  terminal.say(`${subject} of ${issuer} signs in to the account ${user.username}.`);
  return 0;
}

async function passwordFor({ readsPassword }: Arguments, terminal: Terminal) {
  return readsPassword
    ? { text: await terminal.readAll(), isNew: false }
    : { text: newPassword(), isNew: true };
}

function complain(terminal: Terminal, sentence: string): number {
  terminal.say(sentence);
  return 1;
}
