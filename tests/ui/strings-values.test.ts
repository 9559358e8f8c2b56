import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate } from '../../src/ui/format';
import * as english from '../support/i18n';

afterEach(() => {
  vi.doUnmock('#i18n');
  vi.resetModules();
});

/** Loads the strings with some messages of the catalogue replaced. */
async function stringsWith(changed: Record<string, string> = {}) {
  vi.resetModules();
  vi.doMock('#i18n', () => ({
    i18n: {
      t: (key: string, values: readonly string[] = []) =>
        changed[key]?.replace(/\$(\d)/g, (_, n: string) => values[Number(n) - 1] ?? '') ??
        english.i18n.t(key, values),
    },
  }));
  return import('../../src/ui/strings');
}

describe('strings', () => {
  it('insert values into their places', async () => {
    const { t } = await stringsWith();
    expect(t('pageFacts', 'Notes', '5 min')).toBe('Notes · 5 min');
  });

  it('isolate a value with another direction, and no other', async () => {
    const { t } = await stringsWith();
    expect(t('toastDeleted', 'Slow')).toBe('Deleted: Slow');
    expect(t('toastDeleted', 'לאט')).toBe('Deleted: \u2068לאט\u2069');
    const arabic = await stringsWith({ direction: 'rtl' });
    expect(arabic.t('toastDeleted', 'Slow')).toBe('Deleted: \u2068Slow\u2069');
  });

  it("use the plural form of the catalogue's language", async () => {
    const { plural } = await stringsWith();
    expect(plural('bookmarks', 1)).toBe('1 bookmark');
    expect(plural('bookmarks', 0)).toBe('0 bookmarks');
    expect(plural('bookmarks', 12_345)).toBe('12,345 bookmarks');
    const polish = await stringsWith({ language: 'pl', bookmarks_few: '$1 zakładki' });
    expect(polish.plural('bookmarks', 3)).toBe('3 zakładki');
  });

  it("format dates and numbers in the browser's language", async () => {
    const { formatNumber } = await stringsWith();
    expect(formatNumber(1234.5)).toBe(new Intl.NumberFormat().format(1234.5));
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
    expect(formatDate(0)).toBe(day.format(0));
  });
});
