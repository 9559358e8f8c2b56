import { SETTINGS, variableOf } from '../config/settings';

const WIDTH = 36;

const COMMANDS = `Usage: npm run server -- [COMMAND] [SETTINGS]

Commands:
  serve                             listen until stopped; what runs without a command
  user add NAME [--admin]           make an account and print its new password
                                    --password-stdin takes the password from standard input
  user password NAME                give an account a new password and print it
                                    --password-stdin, as above; --revoke-tokens signs every app
                                    out, too
  user list                         print the accounts
  user disable NAME                 let nobody in with the password, the apps and the tokens of an
                                    account; user enable NAME takes that back
  user remove NAME                  delete an account with everything it owns
  token add NAME                    make an API token for an account and print it
                                    --application WHAT, --role ROLE (repeated)
  token list NAME                   print the tokens and signed-in apps of an account, with their ids
  token revoke ID                   take the access of one of them away
  backup FILE                       write all that is kept to FILE, also while the server runs
  restore FILE                      put back what a backup kept; --replace if there is something

Settings, each with the environment variable that says the same:
`;

/** All commands and settings, as `--help` prints them. */
export const helpText = (): string =>
  `${COMMANDS}${Object.entries(SETTINGS)
    .map(([name, { placeholder, help, fallback }]) => {
      const flag = `  --${name} ${placeholder}`;
      const first = flag.length < WIDTH ? flag.padEnd(WIDTH) : `${flag}\n${' '.repeat(WIDTH)}`;
      const start = fallback === '' ? '' : ` (${fallback})`;
      return `${first}${help}${start}\n${' '.repeat(WIDTH)}${variableOf(name)}`;
    })
    .join('\n')}\n`;
