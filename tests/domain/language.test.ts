import { describe, expect, it } from 'vitest';
import { directionOfLanguage, normalLanguage, primaryLanguage } from '../../src/domain/language';

describe('normalLanguage', () => {
  it.each([
    ['en', 'en'],
    ['EN_us', 'en-US'],
    [' zh-hant-tw ', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['', ''],
    ['english', ''],
    ['en-', ''],
    ['x'.repeat(100_000), ''],
    ['"><script>', ''],
  ])('converts %j to %j', (tag, language) => {
    expect(normalLanguage(tag)).toBe(language);
  });
});

describe('primaryLanguage', () => {
  it.each([
    ['pt-BR', 'pt'],
    ['PT_br', 'pt'],
    ['yue', 'yue'],
    ['english', ''],
    ['', ''],
  ])('returns for %j the language %j', (tag, language) => {
    expect(primaryLanguage(tag)).toBe(language);
  });
});

describe('directionOfLanguage', () => {
  it.each([
    ['en', 'ltr'],
    ['he', 'rtl'],
    ['ar-EG', 'rtl'],
    ['ur', 'rtl'],
    ['az-Arab', 'rtl'],
    ['ja', 'ltr'],
    ['qq', null],
    ['', null],
  ])('returns for %j the direction %j', (tag, direction) => {
    expect(directionOfLanguage(tag)).toBe(direction);
  });
});
