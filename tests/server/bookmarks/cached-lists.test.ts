import { describe, expect, it } from 'vitest';
import { ListCache } from '../../../server/bookmarks/list-bookmarks';
import { formatPageHeaders } from '../../../src/contract';

const headers = formatPageHeaders(new URL('https://a.org/'), { limit: 50, offset: 0 }, 0);
const MEGABYTE = 1024 * 1024;

describe('the cache of lists', () => {
  it('keeps a list that was made twice', () => {
    const answers = new ListCache();
    answers.put('a', { headers, json: '["é"]' });
    expect(answers.get('a')).toBeUndefined();
    answers.put('a', { headers, json: '["é"]' });
    expect(answers.get('a')).toEqual({ headers, json: Buffer.from('["é"]\n') });
    expect(answers.get('b')).toBeUndefined();
  });

  it('drops the list that was not requested for the longest time', () => {
    const answers = new ListCache();
    const keep = (tag: string) => {
      for (const json of ['x', 'x']) answers.put(tag, { headers, json: json.repeat(5 * MEGABYTE) });
    };
    for (const tag of ['a', 'b', 'c']) keep(tag);
    answers.get('a');
    keep('d');
    const isKept = (tag: string) => answers.get(tag) !== undefined;
    expect(['a', 'b', 'c', 'd'].filter(isKept)).toEqual(['a', 'c', 'd']);
  });

  it('counts how often a list was made for the last thousand tags', () => {
    const answers = new ListCache();
    for (let n = 0; n <= 1000; n++) answers.put(`${n}`, { headers, json: '[]' });
    answers.put('0', { headers, json: '[]' });
    expect(answers.get('0')).toBeUndefined();
  });
});
