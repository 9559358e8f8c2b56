import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The real catalogue, so that tests see the texts that users see. */
const catalogue = parse(
  readFileSync(join(import.meta.dirname, '../../locales/en.yml'), 'utf8'),
) as Record<string, string>;

export const i18n = {
  t(key: string, substitutions: readonly unknown[] = []): string {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`No message for ${key}`);
    return message.replace(/\$(\d)/g, (_, n: string) => String(substitutions[Number(n) - 1] ?? ''));
  },
};
