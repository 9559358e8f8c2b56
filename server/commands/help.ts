import { SETTINGS, variableOf } from '../config/settings';

const WIDTH = 36;

const COMMANDS = `Usage: npm run server -- [COMMAND] [SETTINGS]

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
  token add NAME                    make an API token for an account and print it
                                    --application NAME; --role ROLE, which can be repeated
  token list NAME                   print the tokens and signed-in apps of an account, with their ids
  token revoke ID                   revoke a token or sign out an app
  backup FILE                       write all data to FILE, even while the server runs
  restore FILE                      restore a backup; --replace overwrites existing data

Settings, each with its environment variable:
`;

/** Lists all commands and settings for `--help`. */
export const helpText = (): string =>
  `${COMMANDS}${Object.entries(SETTINGS)
    .map(([name, { placeholder, help, fallback }]) => {
      const flag = `  --${name} ${placeholder}`;
      const first = flag.length < WIDTH ? flag.padEnd(WIDTH) : `${flag}\n${' '.repeat(WIDTH)}`;
      const start = fallback === '' ? '' : ` (${fallback})`;
      return `${first}${help}${start}\n${' '.repeat(WIDTH)}${variableOf(name)}`;
    })
    .join('\n')}\n`;
