import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../src/domain';
import { type Config, readConfig, type Written } from '../config/config';
import { SETTINGS } from '../config/settings';

/** What was typed after `server`. */
export interface Arguments {
  /** Such as `user`, `add`, `ada`; empty: serve. */
  readonly words: readonly string[];
  readonly config: Config;
  readonly isAdmin: boolean;
  readonly readsPassword: boolean;
  readonly application: string;
  readonly roles: readonly string[];
  /** Whether a backup may take the place of what there is. */
  readonly mayReplace: boolean;
  /** Whether a new password takes the access of apps and tokens away. */
  readonly revokesTokens: boolean;
  readonly wantsHelp: boolean;
}

const SETTING_OPTIONS = Object.fromEntries(
  Object.keys(SETTINGS).map((name) => [name, { type: 'string' as const }]),
);

/** Reads a command line; or says what is wrong with it, a sentence each. */
export function readArguments(
  typed: readonly string[],
  variables: Written,
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
    // parseArgs throws its TypeErrors with a sentence for the person who typed, and goes on about
    // arguments that no command of ours has.
    const said = error instanceof Error ? error.message : String(error);
    return err([
      `${said.replace(/\. To specify a positional argument.*/s, '')}. --help lists them.`,
    ]);
  }
}
