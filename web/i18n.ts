import catalogue from '../locales/en.yml';

/** The catalogue in place of `browser.i18n`, in English as long as there is no other. */
export const i18n = {
  t(key: string, substitutions: readonly string[] = []): string {
    return (catalogue[key] ?? '').replace(/\$(\d)/g, (_, n) => substitutions[Number(n) - 1] ?? '');
  },
};
