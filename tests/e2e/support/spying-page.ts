import type { RealBrowser } from './real-browser.ts';

/** The element of the extension in a page. */
export const HOST = 'leafmark-highlights';

/** A policy that forbids every frame. */
export const SPY_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src *";

/** Scripts and styles of a page that wants to read what a person writes. */
export const SPY = `<style>
    @font-face { font-family: Spy; src: url(/spy.woff2); unicode-range: U+0-10FFFF; }
    ${HOST}, iframe { --font: Spy !important; --text: 90px !important; font-family: Spy !important; }
  </style><script>
    window.seen = [];
    for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input']) {
      addEventListener(type, ({ key, data }) => seen.push(key ?? data), true);
    }
    addEventListener('click', ({ target }) => seen.push(target.localName), true);
  </script>`;

/** Runs in a page with `SPY`. */
export const seenByPage = (): readonly string[] =>
  (window as unknown as { seen: readonly string[] }).seen;

/** Runs in a page. Reads and replaces what it can as an editor does. */
export function selectAndInsert(): string {
  document.execCommand('selectAll');
  const selected = String(getSelection());
  document.execCommand('insertText', false, 'written by the page');
  getSelection()?.removeAllRanges();
  return selected;
}

/** Runs in a page. Puts a picture over everything that is and will be there, which lets clicks through. */
export function coverPage(): void {
  const cover = Object.assign(document.createElement('div'), {
    id: 'cover',
    popover: 'manual',
    textContent: 'Click here to go on',
  });
  cover.style.cssText = 'inset: 0; width: 100%; height: 100%; pointer-events: none';
  document.body.append(cover);
  const toTop = () => {
    if (!cover.isConnected) return;
    cover.hidePopover();
    cover.showPopover();
  };
  cover.showPopover();
  document.addEventListener('selectionchange', () => setTimeout(toTop, 50));
  // Also above what is added later.
  new MutationObserver(toTop).observe(document.documentElement, { childList: true });
  // A busy machine may show a control after that. It is covered before it counts as seen.
  setInterval(toTop, 100);
}

/**
 * Runs in a page with a cover. Uncovers everything for as long as a control must be seen, covers it
 * again and lets nothing run until a click is waiting. Returns when the page is about to stall.
 */
export async function coverAndStall(): Promise<void> {
  const cover = document.querySelector<HTMLElement>('#cover');
  if (cover) cover.style.display = 'none';
  await new Promise((resolve) => setTimeout(resolve, 1000));
  setTimeout(() => {
    if (cover) cover.style.display = '';
    const end = performance.now() + 1000;
    while (performance.now() < end);
  });
}

/** Runs in a page. Embeds a frame of the extension and asks it as the script does. Returns what it answers. */
export function embedFrame(address: string): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const { port1, port2 } = new MessageChannel();
    const answers: string[] = [];
    const end = (answer: string) => {
      answers.push(answer);
      // A frame that has answered with text would not close.
      if (answer.includes('close') || answer === 'nothing') resolve(answers);
    };
    port1.onmessage = ({ data }) => {
      end(data);
      const view = { kind: 'list' };
      port1.postMessage(JSON.stringify({ view, places: [], hasSelection: false, revision: 1 }));
    };
    frame.onload = () => {
      frame.contentWindow?.postMessage('token', '*', [port2]);
      if (address.startsWith('chrome')) end('nothing');
    };
    frame.src = `${address}#token`;
  });
}

/** Chooses the theme without a page of the extension in front. */
export const setTheme = (browser: RealBrowser, theme: string) =>
  browser.runBehind(async (theme) => {
    type Api = { readonly storage: { local: { set(items: object): Promise<void> } } };
    const { browser, chrome } = globalThis as unknown as Partial<Record<'browser' | 'chrome', Api>>;
    await (browser ?? chrome)?.storage.local.set({ settings: { reader: { theme } } });
  }, theme);
