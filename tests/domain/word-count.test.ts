import { describe, expect, it, vi } from 'vitest';
import { countWords, readingTimeMinutes } from '../../src/domain/reading-time';

describe('countWords', () => {
  it('counts a text of ten million characters without spaces', () => {
    expect(countWords('x'.repeat(10_000_000), 'en')).toBeGreaterThan(0);
  });

  it.each([
    ['nothing', '', '', 0],
    ['punctuation alone', ' … — !? ', 'en', 0],
    ['English', "Don't count the well-known 3.14 as more than one word each.", 'en', 11],
    ['words with no space around a dash', 'here—there', 'en', 2],
    ['German', 'Straßenbahn-Haltestellen für Fußgänger', 'de', 3],
    ['soft hyphens and joiners inside words', 'Kraft\u00adwerk می\u200cخواهم', 'de', 2],
    ['emoji, also joined', 'ferns 🌿 👨\u200d👩 ☀\ufe0f grow', 'en', 2],
    ['Arabic punctuation', 'نعم، لا؟ ربما؛ أبدا۔', 'ar', 4],
    ['rare characters', '𠮷野家', 'ja', 2],
    ['combining accents', 'cafe\u0301 ole\u0301', 'fr', 2],
    ['Arabic with vowel signs', 'مَرحَبًا بِكَ', 'ar', 2],
    ['Hindi', 'यह एक वाक्य है', 'hi', 4],
    ['Korean', '오늘은 날씨가 좋다', 'ko', 3],
    ['Chinese', '今天天气很好。', 'zh', 3],
    ['Japanese', '私は学生です。', 'ja', 4],
    ['Thai', 'สวัสดีครับ', 'th', 2],
    ['several scripts in one line', 'Tokyo は 東京 です', 'ja', 4],
    ['a language that is no tag', '今天天气很好。', '"><script>', 3],
  ])('counts %s', (_case, text, lang, words) => {
    expect(countWords(text, lang)).toBe(words);
  });

  it('counts a long Latin text without the segmenter, which would take seconds', () => {
    const segmenter = vi.spyOn(Intl, 'Segmenter');
    expect(countWords('one two three '.repeat(100_000), 'en')).toBe(300_000);
    expect(segmenter).not.toHaveBeenCalled();
  });

  it('estimates the end of a very long text without spaces from its start', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    expect(countWords('私は学生です。'.repeat(1_000_000), 'ja')).toBeCloseTo(4_000_000, -5);
    const segmented = segment.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(segmented).toBeLessThanOrEqual(1_000_000);
    segment.mockRestore();
  });
});

describe('readingTimeMinutes', () => {
  it.each([
    [0, 'en', 0],
    [1, 'en', 1],
    [228, 'en', 1],
    [229, 'en-GB', 2],
    [1380, 'ar', 10],
    [1580, 'zh-Hant-TW', 10],
    [1840, 'xx', 10],
    [1840, '', 10],
  ])('returns for %i words of %s the time %i', (words, lang, minutes) => {
    expect(readingTimeMinutes(words, lang)).toBe(minutes);
  });
});
