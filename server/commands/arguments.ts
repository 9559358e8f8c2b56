import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../src/domain';
import { type Config, readConfig, type Written } from '../config/config';
import { SETTINGS } from '../config/settings';

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
  Object.keys(SETTINGS).map((name) => [name, { type: 'string' as const }]),
);

/** Parses a command line. The errors are sentences for the person who typed it. */
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
    // The message of `parseArgs` is a readable sentence, followed by advice that does not apply here.
    const message = error instanceof Error ? error.message : String(error);
    return err([
      `${message.replace(/\. To specify a positional argument.*/s, '')}. --help lists them.`,
    ]);
  }
}
