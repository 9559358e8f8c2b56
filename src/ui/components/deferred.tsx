import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { setTo } from './signals';

interface Deferred<Props> {
  (props: Props): JSX.Element | null;
  /** Loads the code before the component is rendered. */
  preload(): void;
}

/**
 * Returns a component whose code is loaded when it is first rendered or preloaded. It renders
 * nothing until then.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetchOnce = () => {
    loading ??= load().then((component) => {
      loaded = component;
    });
    return loading;
  };

  function DeferredComponent(props: Props): JSX.Element | null {
    const isLoaded = useSignal(loaded !== null);
    useEffect(() => {
      if (!isLoaded.value) {
        void fetchOnce().then(setTo(isLoaded, true));
      }
    }, [isLoaded]);
    const Component = loaded;
    return isLoaded.value && Component ? <Component {...props} /> : null;
  }

  return Object.assign(DeferredComponent, { preload: () => void fetchOnce() });
}
