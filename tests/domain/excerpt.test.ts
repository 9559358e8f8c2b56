import { describe, expect, it } from 'vitest';
import { cutText, joinExcerpts, joinNotes, MAX_EXCERPT_LENGTH } from '../../src/domain/excerpt';

describe('joinExcerpts', () => {
  it('joins selections with a blank line', () => {
    expect(joinExcerpts(['One.', 'Two.'])).toBe('One.\n\nTwo.');
  });

  it('does not repeat a selection with other line breaks', () => {
    expect(joinExcerpts(['One and\ntwo.', 'and two'])).toBe('One and\ntwo.');
  });

  it('truncates long selections between two characters', () => {
    const joined = joinExcerpts(
      ['', `${'x'.repeat(MAX_EXCERPT_LENGTH - 1)}🍃`],
      MAX_EXCERPT_LENGTH,
    );
    expect(joined).toBe('x'.repeat(MAX_EXCERPT_LENGTH - 1));
  });
});

describe('joinNotes', () => {
  it('leaves out a note whose lines are before it, and keeps a short one that is a part of a word', () => {
    expect(joinNotes(['For Ada.\n\nFor Bob.', 'For Bob.'])).toBe('For Ada.\n\nFor Bob.');
    expect(joinNotes(['', 'I know why', 'no', ''])).toBe('I know why\n\nno');
  });

  it('cuts what is too long', () => {
    expect(joinNotes(['Long', 'note'], 8)).toBe('Long\n\nno');
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
