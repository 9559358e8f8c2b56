import { describe, expect, it } from 'vitest';
import { lettersIn, sentencesIn, spokenParts } from '../../../src/ui/listening/sentences';

const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);

const textsIn = (text: string, lang = 'en') =>
  sentencesIn(text, lang).map(({ start, end }) => text.slice(start, end));

describe('the sentences of a text', () => {
  it.each([
    ['end at their full stops', 'One. Two! Three?', 'en', ['One.', 'Two!', 'Three?']],
    ['do not end after a title', 'Ask Dr. Smith. He knows.', 'en', ['Ask Dr. Smith.', 'He knows.']],
    ['do not end after an initial', 'By J. K. Doe. Yes.', 'en', ['By J. K. Doe.', 'Yes.']],
    ['end at the full stop of Chinese', '你好。再见。', 'zh', ['你好。', '再见。']],
    ['end at the question mark of Arabic', 'من أنت؟ أنا هنا.', 'ar', ['من أنت؟', 'أنا هنا.']],
    ['end at the danda of Hindi', 'यह है। वह है।', 'hi', ['यह है।', 'वह है।']],
    ['leave out what has no words', 'One. * * * ', 'en', ['One.']],
    ['are none in an empty text', ' \n ', 'en', []],
  ])('%s', (_, text, lang, sentences) => {
    expect(textsIn(text, lang)).toEqual(sentences);
  });

  it('are cut at clauses and spaces if they are longer than 300 characters', () => {
    const text = `${'one of many words, '.repeat(40)}and the end.`;
    const parts = textsIn(text);
    expect(parts.join(' ')).toBe(text);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(300);
    expect(parts.slice(0, -1).every((part) => part.endsWith(','))).toBe(true);
  });

  it('are cut if there is no end, clause or space, but not within a character', () => {
    const parts = textsIn(`a${'😀b'.repeat(1000)}`);
    expect(parts.join('')).toHaveLength(3001);
    expect(parts.every((part) => isWhole(part) && part.length <= 300)).toBe(true);
  });

  it('accepts a language that is not known', () => {
    expect(textsIn('One. Two.', '')).toEqual(['One.', 'Two.']);
  });
});

describe('the spoken parts of a sentence', () => {
  const clause = 'and the river carried the leaves away, ';
  const long = clause.repeat(20).trim();

  it('are the sentence itself if it is short', () => {
    expect(spokenParts('  A short\n sen\u00adtence. ', 14)).toEqual(['A short sentence.']);
  });

  it('are within 12 seconds, and end at clauses', () => {
    const parts = spokenParts(long, 14);
    expect(parts.join(' ')).toBe(long);
    expect(Math.max(...parts.map(lettersIn))).toBeLessThanOrEqual(12 * 14);
    expect(parts.every((part) => part.endsWith(','))).toBe(true);
  });

  it('are longer at a high speed', () => {
    expect(spokenParts(long, 40).length).toBeLessThan(spokenParts(long, 14).length);
  });

  it('end at spaces where there are no clauses', () => {
    const words = 'leaf '.repeat(200).trim();
    const parts = spokenParts(words, 14);
    expect(parts.join(' ')).toBe(words);
    expect(parts.every((part) => /^leaf(?: leaf)*$/.test(part))).toBe(true);
  });

  it('are cut anywhere in a word without an end, but not within a character', () => {
    const parts = spokenParts('😀'.repeat(1000), 14);
    expect(parts.join('')).toBe('😀'.repeat(1000));
    expect(parts.every((part) => isWhole(part))).toBe(true);
  });

  it('are shorter in a script of square characters', () => {
    const parts = spokenParts('树'.repeat(500), 14);
    expect(parts.join('')).toBe('树'.repeat(500));
    expect(Math.max(...parts.map(({ length }) => length))).toBe(56);
  });

  it('do not divide a number', () => {
    const parts = spokenParts(`${'x'.repeat(110)} 1,000,000 ${'y'.repeat(60)}`, 10);
    expect(parts.join(' ')).toContain('1,000,000');
  });
});
