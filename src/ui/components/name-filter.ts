import { useMemo } from 'preact/hooks';
import { fold } from '../../query';

/**
 * Returns the items whose name contains `text`; `items` itself if `text` is empty. All names are folded
 * once, and not for each key: there may be 100,000 of them.
 */
export function useNameFilter<Item extends { readonly name: string }>(
  items: readonly Item[],
  text: string,
): readonly Item[] {
  const wanted = fold(text.trim());
  const isFiltered = wanted !== '';
  const names = useMemo(
    () => (isFiltered ? items.map(({ name }) => fold(name)) : []),
    [items, isFiltered],
  );
  return useMemo(
    () => (isFiltered ? items.filter((_, at) => names[at]?.includes(wanted)) : items),
    [items, names, wanted, isFiltered],
  );
}
