import { useLayoutEffect, useRef } from 'preact/hooks';
import { type KeyBinding, listenForKeys } from './key-bindings';
import type { EarlyKeys } from './list/early-keys';

/**
 * Makes the keys of a view work while it is shown; each press finds the bindings of the last draw.
 * `early` has what was pressed before.
 */
export function useKeys(bindings: readonly KeyBinding[], early: EarlyKeys | null = null): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useLayoutEffect(
    () =>
      listenForKeys(
        document,
        latest.current.map((binding, index) => ({
          ...binding,
          run: (event) => latest.current[index]?.run(event),
        })),
        early?.take(),
      ),
    [early],
  );
}
