import type { Browser, Page } from 'puppeteer-core';
import type { ScreenPoint } from './display.ts';
import type { Badge } from './real-browser.ts';
import { until } from './until.ts';

/** The protocol connection, which is private in Puppeteer. */
interface Connection {
  send(method: string, parameters: object): Promise<{ result: unknown }>;
  emit(event: string, parameters: object): void;
}

interface Context {
  readonly context: string;
  readonly url: string;
}

/**
 * Firefox's own window with its toolbar, button and popup. WebDriver BiDi reaches it with system
 * access. BiDi does not list popups because they are no tabs, so this class registers the popup.
 */
export class FirefoxChrome {
  readonly #browser: Browser;
  readonly #connection: Connection;
  readonly #window: string;
  readonly #extensionId: string;

  private constructor(browser: Browser, connection: Connection, window: string, id: string) {
    this.#browser = browser;
    this.#connection = connection;
    this.#window = window;
    this.#extensionId = id;
  }

  static async of(browser: Browser, extensionId: string): Promise<FirefoxChrome> {
    const [window] = await FirefoxChrome.#windowsOf(browser, extensionId);
    if (!window) throw new Error('Firefox shows no window');
    return window;
  }

  /** Returns the open private window, or null. */
  static async privateOf(browser: Browser, extensionId: string): Promise<FirefoxChrome | null> {
    for (const window of await FirefoxChrome.#windowsOf(browser, extensionId)) {
      if (await window.#run<boolean>(IS_PRIVATE, '')) return window;
    }
    return null;
  }

  static async #windowsOf(browser: Browser, id: string): Promise<readonly FirefoxChrome[]> {
    // Puppeteer's BiDi class has this property, but its type does not.
    const { connection } = browser as unknown as { connection: Connection };
    const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
    const { contexts } = result as { contexts: readonly Context[] };
    return contexts
      .filter(({ url }) => url === 'chrome://browser/content/browser.xhtml')
      .map(({ context }) => new FirefoxChrome(browser, connection, context, id));
  }

  async allowPrivateWindows(): Promise<void> {
    await this.#run<null>(ALLOW_PRIVATE, this.#extensionId);
  }

  /**
   * Chooses if Firefox keeps the storage of an extension that it removes. It keeps that of a
   * temporary one only on request.
   */
  async keepStorage(isKept: boolean): Promise<void> {
    await this.#run<null>(KEEP_STORAGE, String(isKept));
  }

  /** Forgets what pages have stored, and what the browser has kept of them. */
  async forgetSites(): Promise<void> {
    await this.#run<null>(FORGET_SITES, '');
  }

  /**
   * Tells the driver of all tabs. It creates a page for each tab that an event announces, and misses
   * the event of a tab that opens while it is busy with the installation.
   */
  async announceTabs(): Promise<void> {
    const { result } = await this.#connection.send('browsingContext.getTree', { maxDepth: 0 });
    const known = (await this.#browser.pages()).map(idOf);
    for (const tab of (result as { contexts: readonly Context[] }).contexts) {
      if (!known.includes(tab.context)) {
        this.#connection.emit('browsingContext.contextCreated', tab);
      }
    }
  }

  /**
   * Gives the focus to a page in front, or to the popup, as a click into it does. Bringing it to the
   * front does not take the focus from the address bar, the toolbar or a popup.
   */
  async focus(page: Page): Promise<void> {
    await this.#run<null>(FOCUS_PAGE, idOf(page));
  }

  /** Puts the button into the toolbar, as a person does once. */
  async pinButton(): Promise<void> {
    await until('the button is in the toolbar', () =>
      this.#run<boolean>(
        `(id) => {
          if (!CustomizableUI.getWidget(id + '-browser-action')?.instances) return false;
          CustomizableUI.addWidgetToArea(id + '-browser-action', 'nav-bar');
          return true;
        }`,
        this.#widget,
      ),
    );
  }

  buttonPlace(): Promise<ScreenPoint> {
    return this.#placeOf(`${this.#widget}-BAP`);
  }

  addressBarPlace(): Promise<ScreenPoint> {
    return this.#placeOf('urlbar');
  }

  /**
   * Returns true while a prompt is shown below the address bar, or is about to appear or disappear.
   */
  hasPrompt(): Promise<boolean> {
    return this.#run<boolean>("() => PopupNotifications.panel.state !== 'closed'", '');
  }

  /**
   * Returns the address of the foreground tab, of any kind. It is empty while the tab loads, when
   * the tab has the address of a page that may not be there yet.
   */
  address(): Promise<string> {
    return this.#run<string>(
      `() => gBrowser.selectedTab.hasAttribute('busy')
        ? '' : gBrowser.selectedBrowser.currentURI.spec`,
      '',
    );
  }

  /** Waits for the button, because a new window or a reloaded extension shows it late. */
  badge(): Promise<Badge> {
    return until('the button is there', () =>
      this.#run<Badge | null>(
        `(id) => {
        const button = document.getElementById(id + '-BAP');
        return button && {
          text: button.getAttribute('badge') ?? '',
          title: button.getAttribute('tooltiptext') ?? '',
        };
      }`,
        this.#widget,
      ),
    );
  }

  async stopBackground(): Promise<void> {
    await this.#run<null>(STOP_BACKGROUND, this.#extensionId);
  }

  /** Returns the open popup if it shows `url`, or null. */
  async popup(url: string): Promise<Page | null> {
    const id = await this.#run<string | null>(REGISTER_POPUP, url);
    if (id === null) return null;
    const known = await this.#pageOf(id);
    if (known) return known;
    // Puppeteer creates a page for each context that this event announces.
    this.#connection.emit('browsingContext.contextCreated', {
      context: id,
      url,
      userContext: 'default',
      parent: null,
      children: null,
      originalOpener: null,
      clientWindow: '',
    });
    const created = await this.#pageOf(id);
    // Until the page in it has the focus, the first key only gives it the focus.
    if (created) await this.focus(created);
    return created;
  }

  async #pageOf(id: string): Promise<Page | null> {
    const pages = await this.#browser.pages();
    return pages[pages.map(idOf).indexOf(id)] ?? null;
  }

  /** Returns the middle of the element with this id in the window, on the display. */
  #placeOf(id: string): Promise<ScreenPoint> {
    return until(`${id} has a place`, () =>
      this.#run<ScreenPoint | null>(
        `(id) => {
          const box = document.getElementById(id).getBoundingClientRect();
          if (box.width === 0) return null;
          return {
            x: window.mozInnerScreenX + box.x + box.width / 2,
            y: window.mozInnerScreenY + box.y + box.height / 2,
          };
        }`,
        id,
      ),
    );
  }

  /** The id from which Firefox derives the ids of its widgets. */
  get #widget(): string {
    return this.#extensionId.toLowerCase().replace(/[^a-z0-9_-]/g, '_');
  }

  /** Runs a function in Firefox's own window and returns its result as JSON. */
  async #run<T>(run: string, argument: string): Promise<T> {
    const { result } = await this.#connection.send('script.callFunction', {
      functionDeclaration: `async (argument) => JSON.stringify(await (${run})(argument))`,
      arguments: [{ type: 'string', value: argument }],
      target: { context: this.#window },
      awaitPromise: true,
    });
    const answer = result as {
      type: string;
      result?: { value: string };
      exceptionDetails?: unknown;
    };
    if (answer.type !== 'success' || !answer.result) {
      throw new Error(`In Firefox's window: ${JSON.stringify(answer.exceptionDetails)}`);
    }
    return JSON.parse(answer.result.value) as T;
  }
}

/** Returns the id of a page's tab, which Puppeteer's public type does not have. */
const idOf = (page: Page) => (page.mainFrame() as unknown as { _id: string })._id;

const FOCUS_PAGE = `(id) => {
  const { NavigableManager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  const shown = NavigableManager.getBrowserById(id);
  const { ownerDocument } = shown;
  // A click into a page closes the popup, which would get the keys.
  for (const popup of ownerDocument.querySelectorAll('browser[webextension-view-type=popup]')) {
    if (popup !== shown) popup.closest('panel')?.hidePopup();
  }
  ownerDocument.defaultView.focus();
  shown.focus();
  return null;
}`;

const KEEP_STORAGE = `(isKept) => {
  Services.prefs.setBoolPref('extensions.webextensions.keepStorageOnUninstall', isKept === 'true');
  return null;
}`;

const FORGET_SITES = `() => new Promise((done) => {
  const { CLEAR_ALL_CACHES, CLEAR_COOKIES, CLEAR_DOM_STORAGES } = Ci.nsIClearDataService;
  Services.clearData.deleteData(CLEAR_ALL_CACHES | CLEAR_COOKIES | CLEAR_DOM_STORAGES, {
    onDataDeleted: () => done(null),
  });
})`;

const IS_PRIVATE = `() => {
  const { PrivateBrowsingUtils } = ChromeUtils.importESModule(
    'resource://gre/modules/PrivateBrowsingUtils.sys.mjs',
  );
  return PrivateBrowsingUtils.isWindowPrivate(window);
}`;

/** Does the same as the switch on the browser's page of extensions. */
const ALLOW_PRIVATE = `async (id) => {
  const { ExtensionPermissions } = ChromeUtils.importESModule(
    'resource://gre/modules/ExtensionPermissions.sys.mjs',
  );
  const permission = { permissions: ['internal:privateBrowsingAllowed'], origins: [] };
  await ExtensionPermissions.add(id, permission, WebExtensionPolicy.getByID(id).extension);
  const addon = await AddonManager.getAddonByID(id);
  await addon.reload();
  return null;
}`;

/** Stops the background as the browser does when it is idle, even if it is working. */
const STOP_BACKGROUND = `async (id) => {
  await WebExtensionPolicy.getByID(id).extension.terminateBackground({
    ignoreDevToolsAttached: true,
    disableResetIdleForTest: true,
  });
  return null;
}`;

/**
 * Registers the popup's browser so that BiDi finds it by its id. BiDi searches ids only among tabs,
 * but its commands also work with a popup.
 */
const REGISTER_POPUP = `(url) => {
  const { NavigableManager: manager } = ChromeUtils.importESModule(
    'chrome://remote/content/shared/NavigableManager.sys.mjs',
  );
  // Outside of an open panel, a popup is only being preloaded because the mouse is over the button.
  const popup = [...document.querySelectorAll('browser[webextension-view-type=popup]')].find(
    (browser) => browser.currentURI?.spec.startsWith(url) && browser.closest('panel')?.state === 'open',
  );
  if (!popup) return null;
  popup.permanentKey ??= {};
  const id = manager.getIdForBrowser(popup);
  if (!manager.popups) {
    manager.popups = new Map();
    const findTab = manager.getBrowserById.bind(manager);
    manager.getBrowserById = (wanted) => findTab(wanted) ?? manager.popups.get(wanted) ?? null;
  }
  manager.popups.set(id, popup);
  return id;
}`;
