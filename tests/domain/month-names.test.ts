import { describe, expect, it } from 'vitest';
import { isMonth, MONTH_LANGUAGES, monthNumber } from '../../src/domain/month-names';

describe('the name of a month', () => {
  it.each([
    ['May', 5],
    ['sept.', 9],
    ['Mai', 5],
    ['août', 8],
    ['maja', 5],
    ['ABRIL', 4],
  ])('is known in any text: %s', (word, number) => {
    expect(monthNumber(word, '')).toBe(number);
  });

  it('is known in each of the languages, also beside a day', () => {
    for (const lang of MONTH_LANGUAGES) {
      const format = new Intl.DateTimeFormat(lang, { month: 'long', day: 'numeric' });
      const parts = format.formatToParts(new Date(2024, 10, 15));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      expect(monthNumber(name, ''), `${lang}: ${name}`).toBe(11);
    }
  });

  it('is known in another language that its page declares', () => {
    expect(monthNumber('Heinäkuu', '')).toBe(null);
    expect(monthNumber('Heinäkuu', 'fi')).toBe(7);
  });

  it.each(['Maya', 'Tuesday', '', 'Maytime', 'constructor'])('is no other word: %j', (word) => {
    expect(isMonth(word, '')).toBe(false);
    expect(isMonth(word, 'no language')).toBe(false);
  });
});
