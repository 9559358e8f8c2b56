import { useLayoutEffect, useRef } from 'preact/hooks';
import { type KeyBinding, listenForKeys } from './key-bindings';

/** Makes the keys of a view work while it is shown; each press finds the bindings of the last draw. */
export function useKeys(bindings: readonly KeyBinding[]): void {
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
      ),
    [],
  );
}
