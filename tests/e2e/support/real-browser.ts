import type { BrowserName } from '../../../scripts/set-up/find-browser.mjs';
import type { Display } from './display.ts';
import type { Answer } from './question.ts';
import type { ScreenPage } from './screen-page.ts';

export type { BrowserName };

/** The pages of the extension. */
export type OwnPage = 'library' | 'options' | 'popup' | 'welcome';

export interface Badge {
  /** Empty when there is none. */
  readonly text: string;
  /** What the button says of itself. */
  readonly title: string;
}

/** A real browser on a real screen with the extension in it: the same verbs for both. */
export interface RealBrowser {
  readonly name: BrowserName;
  readonly display: Display;
  /** `chrome-extension://…` or `moz-extension://…`, without a slash at its end. */
  readonly origin: string;

  /** Opens an address in a new tab in front and waits until it is loaded, or only parsed. */
  open(url: string, until?: 'loaded' | 'parsed'): Promise<ScreenPage>;
  /** The same in a new window, which is in front then. */
  openWindow(url: string): Promise<ScreenPage>;
  /** Opens an address that goes on loading; waits until the page shows `text`. */
  openLoading(url: string, text: string): Promise<ScreenPage>;
  /** Opens one of the extension's pages in a new tab; `hash` as in `#/read/<id>`. */
  openOwn(page: OwnPage, hash?: string): Promise<ScreenPage>;
  /**
   * Runs a function (alone, JSON in and out) where it may look at what the extension has stored: in a
   * tab behind the others, which shows an icon. None of our code is in it, and nobody sees it.
   */
  runBehind<Args extends unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T>;
  /** The tab that shows an address which matches, once there is one. */
  tab(address: RegExp): Promise<ScreenPage>;

  /** Types into the address bar of the tab in front, and Return. */
  enterInAddressBar(text: string): Promise<void>;
  /** Goes there by the address bar, and waits until the tab in front shows that address. */
  goTo(url: string): Promise<void>;
  /** Lets the extension into private windows, opens one by its key and goes there. */
  openPrivately(url: string): Promise<void>;
  /** Presses a chord on the real keyboard: it goes to what has the focus. */
  press(chord: string): Promise<void>;
  /** Opens the real popup, by its key or by a real click on the toolbar button. */
  popup(by?: 'key' | 'button'): Promise<ScreenPage>;
  /** A real click on the toolbar button. */
  clickButton(): Promise<void>;
  /** The popup that is open now, or null. */
  openPopup(): Promise<ScreenPage | null>;
  /** Closes the popup as a person does: Escape. */
  closePopup(): Promise<void>;
  /** Clicks our entry in the browser's menu that is open. */
  chooseFromMenu(): Promise<void>;
  /** Does what makes the browser ask the person for a permission, and answers its question. */
  answer(answer: Answer, ask: () => Promise<void>): Promise<void>;
  /** What the toolbar button shows for the tab in front. */
  badge(): Promise<Badge>;

  /** Ends the extension's worker, as browsers do when they like, in the middle of whatever it does. */
  stopWorker(): Promise<void>;

  /** Photographs the whole screen; gives the path. */
  picture(name: string): Promise<string>;
  /** Where pictures go. */
  artifact(name: string): `${string}.png`;

  /** SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Closes it as a person does (or finds it killed) and starts it with the same profile. */
  restart(): Promise<void>;
  close(): Promise<void>;
}
