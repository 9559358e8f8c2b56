import { describe, expect, it } from 'vitest';
import { cutText, joinTexts, MAX_EXCERPT_LENGTH } from '../../src/domain/excerpt';

describe('joinTexts', () => {
  it('joins selections with a blank line', () => {
    expect(joinTexts(['One.', 'Two.'])).toBe('One.\n\nTwo.');
  });

  it('does not repeat a selection with other line breaks', () => {
    expect(joinTexts(['One and\ntwo.', 'and two'])).toBe('One and\ntwo.');
  });

  it('truncates long selections between two characters', () => {
    const joined = joinTexts(['', `${'x'.repeat(MAX_EXCERPT_LENGTH - 1)}🍃`], MAX_EXCERPT_LENGTH);
    expect(joined).toBe('x'.repeat(MAX_EXCERPT_LENGTH - 1));
  });
});

describe('cutText', () => {
  it('cuts a long text between two characters, and leaves others as they are', () => {
    expect(['ice🍃', 'ice!🍃', 'ice', ''].map((text) => cutText(text, 4))).toEqual([
      'ice',
      'ice!',
      'ice',
      '',
    ]);
  });
});
