import { type Config, readConfig } from '../../../server/config/config';

/** The configuration that these flags make. */
export function configWith(flags: Readonly<Record<string, string>>): Config {
  const config = readConfig({ data: '/nowhere', ...flags }, {});
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}
