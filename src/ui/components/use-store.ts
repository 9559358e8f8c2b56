import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/**
 * Makes a store of what `load` resolves to, and disposes of it with the component. Returns null until
 * then. `inputs` are the values that need another store when they change.
 */
export function useStore<Loaded, Store extends { dispose(): void }>(
  load: () => Promise<Loaded>,
  make: (loaded: Loaded) => Store,
  inputs: readonly unknown[],
): Store | null {
  const store = useSignal<Store | null>(null);
  useEffect(() => {
    let made: Store | null = null;
    let isLeft = false;
    void load().then((loaded) => {
      if (isLeft) return;
      made = make(loaded);
      store.value = made;
    });
    return () => {
      isLeft = true;
      made?.dispose();
    };
  }, inputs);
  return store.value;
}
