import catalogue from '../../locales/en.yml';

/** The real catalogue, so that tests see the texts that users see. */
export const i18n = {
  t(key: string, substitutions: readonly unknown[] = []): string {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`No message for ${key}`);
    return message.replace(/\$(\d)/g, (_, n: string) => String(substitutions[Number(n) - 1] ?? ''));
  },
};
