import { type Config, readConfig } from '../../../server/config/config';

/** Returns the configuration with these flags. */
export function configWith(flags: Readonly<Record<string, string>>): Config {
  const config = readConfig({ data: '/nowhere', ...flags }, {});
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}
