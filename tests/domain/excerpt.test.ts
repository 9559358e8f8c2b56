import { describe, expect, it } from 'vitest';
import { joinExcerpts, MAX_EXCERPT_LENGTH } from '../../src/domain';

describe('selections of one page', () => {
  it('stand under one another, with a blank line between', () => {
    expect(joinExcerpts('One.', 'Two.')).toBe('One.\n\nTwo.');
  });

  it('are not repeated, whatever their line breaks', () => {
    expect(joinExcerpts('One and\ntwo.', 'and two')).toBe('One and\ntwo.');
  });

  it('are cut where they are too long, between two characters', () => {
    const joined = joinExcerpts('', `${'x'.repeat(MAX_EXCERPT_LENGTH - 1)}🍃`);
    expect(joined).toBe('x'.repeat(MAX_EXCERPT_LENGTH - 1));
  });
});
