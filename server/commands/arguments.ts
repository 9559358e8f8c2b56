import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../src/domain/result';
import { type Config, readConfig, type WrittenSettings } from '../config/config';
import { SETTINGS, variableOf } from '../config/settings';

/** The parsed command line. */
export interface Arguments {
  /** The command, such as `user add ada`; empty for `serve`. */
  readonly words: readonly string[];
  readonly config: Config;
  readonly isAdmin: boolean;
  readonly readsPassword: boolean;
  readonly application: string;
  readonly roles: readonly string[];
  /** True when a restore may replace existing data. */
  readonly mayReplace: boolean;
  /** True when a new password also revokes the access of apps and tokens. */
  readonly revokesTokens: boolean;
  readonly wantsHelp: boolean;
}

const SETTING_OPTIONS = Object.fromEntries(
  Object.entries(SETTINGS)
    .filter(([, { isSecret }]) => !isSecret)
    .map(([name]) => [name, { type: 'string' as const }]),
);

/** Parses a command line. The errors are sentences for the person who typed it. */
export function readArguments(
  typed: readonly string[],
  variables: WrittenSettings,
): Result<Arguments, readonly string[]> {
  const parsed = parse(typed);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const flags = Object.fromEntries(
    Object.entries(values).filter((flag): flag is [string, string] => typeof flag[1] === 'string'),
  );
  const config = readConfig(flags, variables);
  if (!config.ok) return config;
  return ok({
    words: positionals,
    config: config.value,
    isAdmin: values.admin === true,
    readsPassword: values['password-stdin'] === true,
    application: typeof values.application === 'string' ? values.application : 'command line',
    roles: Array.isArray(values.role) ? values.role.map(String) : [],
    mayReplace: values.replace === true,
    revokesTokens: values['revoke-tokens'] === true,
    wantsHelp: values.help === true,
  });
}

function parse(typed: readonly string[]) {
  try {
    return ok(
      parseArgs({
        args: [...typed],
        allowPositionals: true,
        options: {
          ...SETTING_OPTIONS,
          help: { type: 'boolean', short: 'h' },
          admin: { type: 'boolean' },
          replace: { type: 'boolean' },
          'revoke-tokens': { type: 'boolean' },
          'password-stdin': { type: 'boolean' },
          application: { type: 'string' },
          role: { type: 'string', multiple: true },
        },
      }),
    );
  } catch (error) {
    // The message of `parseArgs` is a readable sentence, followed by advice that does not apply here.
    const message = error instanceof Error ? error.message : String(error);
    return err([
      `${message.replace(/\. To specify a positional argument.*/s, '')}. --help lists them.`,
    ]);
  }
}

const WIDTH = 36;

const USAGE = `Usage: npm run server -- [COMMAND] [SETTINGS]

Commands:
  serve                             run the server until it is stopped (the default)
  user add NAME [--admin]           make an account and print its new password
                                    --password-stdin takes the password from standard input
  user password NAME                give an account a new password and print it
                                    --password-stdin as above; --revoke-tokens also signs out
                                    every app
  user list                         print the accounts
  user disable NAME                 block sign-in, apps and tokens of an account; undo this with
                                    user enable NAME
  user remove NAME                  delete an account with all its data
  user link NAME SUBJECT            let SUBJECT of the OpenID Connect provider, or of the user header,
                                    sign in to an account, also after user remove
  token add NAME                    make an API token for an account and print it
                                    --application NAME; --role ROLE, which can be repeated
  token list NAME                   print the tokens and signed-in apps of an account, with their ids
  token revoke ID                   revoke a token or sign out an app
  backup FILE                       write all data to FILE, even while the server runs. A copy of
                                    leafmark.db alone is no backup: the latest changes are in the
                                    files leafmark.db-wal and leafmark.db-shm beside it
  restore FILE                      restore a backup; --replace overwrites existing data

Settings, each with its environment variable:
`;

/** Lists all commands and settings for `--help`. */
export const helpText = (): string =>
  `${USAGE}${Object.entries(SETTINGS)
    .map(([name, { placeholder, help, fallback, isSecret }]) => {
      const flag = isSecret ? '  (only a variable)' : `  --${name} ${placeholder}`;
      const first = flag.length < WIDTH ? flag.padEnd(WIDTH) : `${flag}\n${' '.repeat(WIDTH)}`;
      const start = fallback === '' ? '' : ` (${fallback})`;
      return `${first}${help}${start}\n${' '.repeat(WIDTH)}${variableOf(name)}`;
    })
    .join('\n')}\n`;
