import { describe, expect, it } from 'vitest';
import { planQuery } from '../../../src/library/search/query-plan';
import { parseTextQuery } from '../../../src/query';

describe('the plan of a search', () => {
  it('looks equal terms up once, so that none is left to be compared with each text', () => {
    const { clauses, others } = planQuery(parseTextQuery('a* "Two words" -Á* -a* '.repeat(64)));
    expect(clauses.map(({ term }) => term.text)).toEqual(['a', 'Two words', 'Á']);
    expect(others).toEqual([]);
  });
});
