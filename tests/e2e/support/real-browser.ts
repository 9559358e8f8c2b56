import type { BrowserName } from './browsers.ts';
import type { Display } from './display.ts';
import type { Answer } from './permission-prompt.ts';
import type { ScreenPage } from './screen-page.ts';

/** The pages of the extension. */
export type OwnPage = 'library' | 'options' | 'popup' | 'sidepanel' | 'welcome';

export interface Badge {
  /** Empty if there is no badge. */
  readonly text: string;
  /** The title of the button. */
  readonly title: string;
}

/** A real browser on a virtual display with the extension. Both browsers have the same methods. */
export interface RealBrowser {
  readonly name: BrowserName;
  readonly display: Display;
  /** `chrome-extension://…` or `moz-extension://…`, without a slash at its end. */
  readonly origin: string;
  /** The folder that gets downloads. It is created by the first of them. */
  readonly downloads: string;

  /** Opens an address in a new foreground tab and waits until it is loaded, or only parsed. */
  open(url: string, until?: 'loaded' | 'parsed'): Promise<ScreenPage>;
  /** Opens an address in a new foreground window and waits until it is loaded. */
  openWindow(url: string): Promise<ScreenPage>;
  /** Opens an address that does not finish loading and waits until the page shows `text`. */
  openLoading(url: string, text: string): Promise<ScreenPage>;
  /** Opens one of the extension's pages in a new tab, with a `hash` such as `#/read/<id>`. */
  openOwn(page: OwnPage, hash?: string): Promise<ScreenPage>;
  /**
   * Runs a function with access to the extension's storage in a background tab that shows an icon.
   * It gets and returns JSON and cannot use anything outside of itself. None of the extension's
   * scripts run there.
   */
  runBehind<Args extends unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T>;
  /** Closes all pages except the empty tab with which the browser started. */
  closePages(): Promise<void>;
  /** Waits for a tab whose address matches. */
  tab(address: RegExp): Promise<ScreenPage>;

  /** Types `text` into the address bar of the foreground tab and presses Return. */
  enterInAddressBar(text: string): Promise<void>;
  /** Goes to `url` through the address bar and waits until the foreground tab shows it. */
  goTo(url: string): Promise<void>;
  /** Allows the extension in private windows, opens one by its key and goes to `url`. */
  openPrivately(url: string): Promise<void>;
  /** Presses a key combination on the keyboard, which goes to the element with the focus. */
  press(chord: string): Promise<void>;
  /** Opens the popup by its key or by a click on the toolbar button. */
  popup(by?: 'key' | 'button'): Promise<ScreenPage>;
  /** Clicks the toolbar button with the mouse. */
  clickButton(): Promise<void>;
  /** Returns the open popup, or null. */
  openPopup(): Promise<ScreenPage | null>;
  /** Closes the popup with Escape. */
  closePopup(): Promise<void>;
  /**
   * Opens the browser's menu by `open` and clicks the extension's entry in it. If the entry has a
   * submenu, it chooses entry `position` of it, counted from 1.
   */
  chooseFromMenu(open: () => Promise<void>, position?: number): Promise<void>;
  /** Calls `ask`, which makes the browser show a permission prompt, and answers it. */
  answer(answer: Answer, ask: () => Promise<void>): Promise<void>;
  /** Returns the badge of the toolbar button for the foreground tab. */
  badge(): Promise<Badge>;

  /** Stops the extension's worker at any moment, as browsers may do. */
  stopWorker(): Promise<void>;

  /** Takes a picture of the whole display and returns its path. */
  picture(name: string): Promise<string>;
  /** Returns the path of a picture. */
  artifact(name: string): `${string}.png`;

  /** Kills the browser at any moment. */
  kill(): Promise<void>;
  /** Closes the browser if it still runs, and starts it again with the same profile. */
  restart(): Promise<void>;
  /** Closes all pages and installs the extension as in a new profile. */
  renew(): Promise<void>;
  close(): Promise<void>;
}
