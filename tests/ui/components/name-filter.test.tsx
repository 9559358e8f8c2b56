import { renderHook } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { useNameFilter } from '../../../src/ui/components/name-filter';

it('finds names in any case and without accents, and reads each name once for all keys', () => {
  let reads = 0;
  const item = (text: string) => ({
    get name() {
      reads += 1;
      return text;
    },
    text,
  });
  const items = [item('Été'), item('Winter'), item('Wine')];
  const { result, rerender } = renderHook(({ text }) => useNameFilter(items, text), {
    initialProps: { text: '' },
  });
  expect(result.current).toBe(items);
  expect(reads).toBe(0);
  const found = (text: string) => {
    rerender({ text });
    return result.current.map((each) => each.text);
  };
  expect(found(' ete')).toEqual(['Été']);
  expect(found('wi')).toEqual(['Winter', 'Wine']);
  expect(found('win')).toEqual(['Winter', 'Wine']);
  expect(found('wint')).toEqual(['Winter']);
  expect(reads).toBe(items.length);
});
