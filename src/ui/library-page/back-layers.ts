import { effect, type ReadonlySignal } from '@preact/signals';

interface Layer {
  readonly close: () => void;
}

/** The number of layers that are open at an entry of the history. */
const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'layers' in state ? Number(state.layers) : 0;

/**
 * Lets the back gesture close what is open over the page before it leaves the page: each layer has an
 * entry in the history, at the same address. The entry of a layer that was closed otherwise is skipped.
 */
export function createBackLayers(window: Window) {
  const { history } = window;
  const layers: Layer[] = [];
  const skipClosed = () => {
    if (depthOf(history.state) > layers.length) history.back();
  };
  const onPopState = () => {
    const depth = depthOf(history.state);
    while (layers.length > depth) layers.pop()?.close();
    skipClosed();
  };
  window.addEventListener('popstate', onPopState);

  return {
    /** Call it when a layer opens. Returns what to call when it has closed. */
    open(close: () => void): () => void {
      const layer = { close };
      layers.push(layer);
      // A layer that replaces another one has the entry of that one.
      if (depthOf(history.state) < layers.length) {
        history.pushState({ layers: layers.length }, '');
      }
      return () => {
        const at = layers.indexOf(layer);
        if (at === -1) return;
        layers.splice(at, 1);
        // Later: a link in it may have led elsewhere, or another layer opens.
        window.setTimeout(skipClosed);
      };
    },
    dispose: () => window.removeEventListener('popstate', onPopState),
  };
}

export type BackLayers = ReturnType<typeof createBackLayers>;

/** Makes a layer of a state while it is true. */
export function followLayer(layers: BackLayers, isOpen: () => boolean, close: () => void) {
  let closed: (() => void) | null = null;
  return effect(() => {
    if (isOpen() === (closed !== null)) return;
    if (closed === null) {
      closed = layers.open(close);
    } else {
      closed();
      closed = null;
    }
  });
}

/** Makes layers of the dialogs and popovers of a page while `isWanted`. */
export function followOverlays(
  layers: BackLayers,
  document: Document,
  isWanted: ReadonlySignal<boolean>,
): () => void {
  const open = new Map<Element, () => void>();
  const note = (element: HTMLElement, isOpen: boolean, close: () => void) => {
    if (isOpen === open.has(element)) return;
    if (!isOpen) {
      open.get(element)?.();
      open.delete(element);
    } else if (isWanted.value) {
      open.set(element, layers.open(close));
    }
  };
  const onToggle = (event: Event) => {
    const { target: popover } = event;
    if (!(popover instanceof HTMLElement) || popover.popover !== 'auto') return;
    note(popover, (event as ToggleEvent).newState === 'open', () => popover.hidePopover());
  };
  const observer = new MutationObserver((changes) => {
    for (const { target: dialog } of changes) {
      if (dialog instanceof HTMLDialogElement) note(dialog, dialog.open, () => dialog.close());
    }
  });
  observer.observe(document, { attributes: true, attributeFilter: ['open'], subtree: true });
  document.addEventListener('beforetoggle', onToggle, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('beforetoggle', onToggle, true);
  };
}
