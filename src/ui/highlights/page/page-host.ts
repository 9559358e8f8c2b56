import { membersOf } from '../../../dom/native';
import baseStyles from '../../../theme/base.css?inline';
import buttonStyles from '../../../theme/button.css?inline';
import tokenStyles from '../../../theme/tokens.css?inline';
import toastStyles from '../../components/toasts.css?inline';
import { t } from '../../strings';
import { matches } from '../store/selection';
import controlStyles from '../views/highlight-controls.css?inline';
import hostStyles from './page-host.css?inline';

export type PageHost = ReturnType<typeof addHost>;

const HOST_TAG = 'leafmark-highlights';

const STYLES = [tokenStyles, baseStyles, buttonStyles, toastStyles, controlStyles, hostStyles];

const ROOT_FONT_SIZE_PX = 16;

/**
 * Adapts styles of pages of the extension: a length does not depend on the page's font size, and the
 * variables belong to an element that the page's styles cannot reach. Those of a host, they can set.
 */
const adapted = (styles: string): string =>
  styles
    .replaceAll(':root', '.page-root')
    .replace(/([\d.]{1,8})rem\b/g, (_, rem: string) => `${Number(rem) * ROOT_FONT_SIZE_PX}px`);

/**
 * Events in the interface that do not bubble into the page. It could take a key on a button for one of
 * its shortcuts, or a focus in the interface for one outside of its dialog. Listeners that capture
 * events see them, so nothing is typed here.
 */
const KEPT_EVENTS = [
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'copy', 'cut', 'paste'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'],
  ...['touchstart', 'touchend', 'wheel', 'focusin', 'focusout', 'contextmenu', 'selectstart'],
];

/**
 * Returns the last element of the page that is in full screen, a modal dialog or an open popover.
 * Outside of the first two nothing can be clicked, and a click outside of a popover closes it. Manual
 * popovers stay open in any case. Children of an element with a shadow root may not be shown.
 */
function topLayer(page: Document, host: HTMLElement): HTMLElement | undefined {
  const open = page.querySelectorAll<HTMLElement>(':fullscreen, :modal, :popover-open');
  return [...open].findLast(
    (element) =>
      element !== host &&
      !element.shadowRoot &&
      (element.popover !== 'manual' || matches(element, ':modal, :fullscreen')),
  );
}

/**
 * Preact makes elements with the document of their parent, whose functions an image of the page can
 * hide. So each element of the interface has a document that has them all.
 */
function withMembers<E extends Element>(element: E, page: Document): E {
  const ownerDocument: Document = new Proxy(page, {
    get(_, name): unknown {
      if (name !== 'createElementNS') return Reflect.get(page, name);
      return (...made: Parameters<Document['createElementNS']>) =>
        adopt(page.createElementNS(...made));
    },
  });
  const adopt = <T extends Element>(made: T): T =>
    Object.defineProperty(made, 'ownerDocument', { value: ownerDocument });
  return adopt(element);
}

/** Adds the only element of ours to a page. Its shadow root is closed and has the interface. */
function addHost(document: Document) {
  const page = membersOf(document);
  // An older version of Leafmark may have left its element.
  for (const old of page.querySelectorAll(HOST_TAG)) old.remove();
  const element = page.createElement(HOST_TAG);
  const shadow = element.attachShadow({ mode: 'closed' });
  const style = page.createElement('style');
  style.textContent = STYLES.map(adapted).join('\n');
  shadow.append(style);
  const addRoot = (): HTMLElement => {
    const root = withMembers(page.createElement('div'), page);
    root.className = 'page-root';
    root.dir = t('direction');
    shadow.append(root);
    return root;
  };
  const root = addRoot();
  for (const type of KEPT_EVENTS) {
    shadow.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }
  element.popover = 'manual';
  const raise = () => {
    const parent = topLayer(page, element) ?? page.documentElement;
    if (element.parentElement !== parent) Element.prototype.append.call(parent, element);
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  };
  raise();
  return {
    element,
    /** The element in which the interface is rendered. */
    root,
    /** Adds an element for another part of the interface. */
    addRoot,
    /** Returns the element of the interface with the focus. */
    focused: () => shadow.activeElement,
    /** Shows the interface above everything else in the page, also above an open dialog. */
    raise,
    /** Adds the element again if the page has removed it. */
    keep() {
      if (!element.isConnected) raise();
    },
    remove: () => element.remove(),
  };
}

type World = typeof globalThis & {
  leafmarkHost?: { readonly host: PageHost; users: number };
};

/**
 * Returns the host of a page for one of the scripts of the extension there, which share it. For Firefox
 * each would be a cover of the other. `remove` removes it when nobody uses it any more.
 */
export function shareHost(page: Document): PageHost {
  const world: World = globalThis;
  world.leafmarkHost ??= { host: addHost(page), users: 0 };
  const shared = world.leafmarkHost;
  shared.users += 1;
  return {
    ...shared.host,
    remove() {
      shared.users -= 1;
      if (shared.users > 0) return;
      delete world.leafmarkHost;
      shared.host.remove();
    },
  };
}
