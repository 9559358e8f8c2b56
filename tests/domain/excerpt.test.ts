import { describe, expect, it } from 'vitest';
import { joinExcerpts, MAX_EXCERPT_LENGTH } from '../../src/domain/excerpt';

describe('joinExcerpts', () => {
  it('joins selections with a blank line', () => {
    expect(joinExcerpts('One.', 'Two.')).toBe('One.\n\nTwo.');
  });

  it('does not repeat a selection with other line breaks', () => {
    expect(joinExcerpts('One and\ntwo.', 'and two')).toBe('One and\ntwo.');
  });

  it('truncates long selections between two characters', () => {
    const joined = joinExcerpts('', `${'x'.repeat(MAX_EXCERPT_LENGTH - 1)}🍃`);
    expect(joined).toBe('x'.repeat(MAX_EXCERPT_LENGTH - 1));
  });
});
