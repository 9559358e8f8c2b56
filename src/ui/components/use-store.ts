import { effect, type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { into } from './signals';

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

/** Returns what `load` resolves to, and null until then. */
export function useLoaded<Loaded>(load: () => Promise<Loaded>): Loaded | null {
  const loaded = useSignal<Loaded | null>(null);
  useEffect(() => {
    void load().then(into(loaded));
  }, [load, loaded]);
  return loaded.value;
}

/** Returns a listener that stores the text of a field in a signal. */
export const typedInto =
  (signal: Signal<string>) =>
  ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
    signal.value = currentTarget.value;
  };

/** Resolves to the value of a signal once it is neither null nor false. */
export function whenSet<T>(signal: ReadonlySignal<T | null>): Promise<T> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (signal.value === null || signal.value === false) return;
      resolve(signal.value);
      // `stop` is not assigned yet when the value is set from the start.
      queueMicrotask(() => stop());
    });
  });
}
