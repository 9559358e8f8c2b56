import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { act } from './act.ts';
import type { Display } from './display.ts';
import { type Named, type Place, placeOf, type Reason } from './find-by-role.ts';
import { until } from './until.ts';

/** Clicks in a page, through the browser's own input or with the mouse of the display. */
export type Pointer = (page: Page, place: Place, button: 'left' | 'right') => Promise<void>;

/** Brings a page to the front, so that the browser gives it the keys of the display. */
export type ToFront = (page: Page) => Promise<void>;

export const byBrowser: Pointer = async (page, { x, y }, button) => {
  try {
    await page.mouse.click(x, y, { button });
  } catch (error) {
    // A popup that the click closes is gone before the browser has answered.
    if (!(error instanceof Error && error.name === 'TargetCloseError')) throw error;
  }
};

type Name = string | RegExp;

/** After these times keys are typed again, and the page is loaded again. */
const TYPED_WITHIN_MS = 10_000;
const RELOADED_WITHIN_MS = 15_000;

/** One page of a real browser, which is accessed by roles and names as a user perceives them. */
export class ScreenPage {
  /** The page of Puppeteer, for everything else. */
  readonly page: Page;
  readonly #display: Display;
  readonly #pointer: Pointer;
  readonly #toFront: ToFront;

  constructor(page: Page, display: Display, pointer: Pointer, toFront: ToFront) {
    this.page = page;
    page.setDefaultTimeout(CONDITION_TIMEOUT_MS);
    this.#display = display;
    this.#pointer = pointer;
    this.#toFront = toFront;
  }

  /**
   * Runs a function in the page. It gets and returns JSON and cannot use anything outside of
   * itself.
   */
  evaluate<Args extends unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    // Puppeteer's type also unwraps handles, but only JSON is used here.
    return this.page.evaluate(run as (...args: unknown[]) => T, ...args) as Promise<T>;
  }

  /** Returns the visible text. */
  text(): Promise<string> {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
    return this.evaluate(() => document.body.innerText);
  }

  /** Waits until the page shows `text`. Hidden text does not count. */
  async sees(text: Name): Promise<void> {
    await until(`the page shows ${text}`, async () => {
      const shown = (await this.text()).replace(/\s+/g, ' ');
      return typeof text === 'string' ? shown.includes(text) : text.test(shown);
    }).catch(async (error: Error) => {
      throw new Error(`${error.message}. It shows: ${(await this.text()).slice(0, 1500)}`);
    });
  }

  /** Returns true if an element with that role and name is visible. */
  async has(role: string, name: Name): Promise<boolean> {
    return (await this.#find(named(role, name), 'find')) !== null;
  }

  /** Waits for a visible element with that role and name. */
  async waitFor(role: string, name: Name): Promise<void> {
    await this.#wait(named(role, name), 'find');
  }

  /**
   * Reloads the page and waits until it is loaded. The driver can miss the event of the end, and an
   * Escape key that arrives late stops the load.
   */
  async reload(): Promise<void> {
    const start = () => {
      document.documentElement.dataset.before = '';
      location.reload();
    };
    const isLoaded = () =>
      document.readyState === 'complete' && !('before' in document.documentElement.dataset);
    await act(
      'the page is reloaded',
      () => this.evaluate(start),
      // A page that is being replaced answers nothing.
      () => this.evaluate(isLoaded).catch(() => false),
      { repeatAfterMs: RELOADED_WITHIN_MS },
    );
  }

  /** Chooses a file in the first such file input of the page, as the browser's file dialog does. */
  async chooseFile(path: string): Promise<void> {
    const input = await this.page.waitForSelector('input[type=file]');
    // The selector finds only inputs.
    await (input as ElementHandle<HTMLInputElement>).uploadFile(path);
  }

  /** Waits until no element with that role and name is visible. */
  async waitUntilGone(role: string, name: Name): Promise<void> {
    await until(`${role} ${name} is gone`, async () => !(await this.has(role, name)));
  }

  async click(role: string, name: Name): Promise<void> {
    await this.#pointer(this.page, await this.#wait(named(role, name), 'click'), 'left');
  }

  /** Opens the browser's menu of the element. */
  async rightClick(role: string, name: Name): Promise<void> {
    await this.#pointer(this.page, await this.#wait(named(role, name), 'click'), 'right');
  }

  /** Focuses the field, empties it and types, again if keys were lost. */
  async fill(role: string, name: Name, text: string): Promise<void> {
    const type = async () => {
      await this.#takeFocus();
      await this.#wait(named(role, name), 'focus');
      await this.#display.key('ctrl+a', 'BackSpace');
      await this.#display.type(text);
    };
    // On a busy machine keys arrive late, when another element could have the focus.
    const hasArrived = () => this.evaluate(hasBeenTyped, text);
    await act(`${name} has what was typed`, type, hasArrived, { repeatAfterMs: TYPED_WITHIN_MS });
  }

  /** Returns the value of the field. */
  async value(role: string, name: Name): Promise<string> {
    await this.#wait(named(role, name), 'focus');
    return this.evaluate(() => (document.activeElement as HTMLInputElement).value);
  }

  /**
   * Presses keys, which go to the element of the page with the focus, and waits until the page has
   * got them.
   */
  async press(...chords: readonly string[]): Promise<void> {
    await this.#send(chords.length, `the keys ${chords.join(' ')}`, () =>
      this.#display.key(...chords),
    );
  }

  /**
   * Presses Tab, or Shift+Tab, until a control has the focus whose name matches. The order of the
   * controls says how often; a scrolled area that takes the focus itself needs further presses.
   */
  async tabTo(name: RegExp): Promise<void> {
    await until(`${name} is there`, () => this.evaluate(tabsTo, name.source));
    await until(`${name} has the focus`, async () => {
      const tabs = await this.evaluate(tabsTo, name.source);
      if (tabs === null) return false;
      const key = tabs.by < 0 ? 'shift+Tab' : 'Tab';
      if (tabs.by !== 0) await this.press(...Array<string>(Math.abs(tabs.by)).fill(key));
      return tabs.by === 0;
    });
  }

  /** Types text into the field of the page with the focus, and waits until the page has got it. */
  async type(text: string): Promise<void> {
    await until('a field has the focus', () => this.evaluate(isInField));
    await this.#send(text.length, `"${text}"`, () => this.#display.type(text));
  }

  /** Takes a picture of the page alone. */
  async picture(path: `${string}.png`): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
  }

  close(): Promise<void> {
    return this.page.close();
  }

  /**
   * Calls `send`, which presses `count` keys, and waits until the page has got them or is gone. On a
   * busy machine they arrive late, and the next look at the page would see it as it was before.
   */
  async #send(count: number, what: string, send: () => Promise<void>): Promise<void> {
    const arrived = async () => (await this.evaluate(countedKeys).catch(() => null)) ?? count;
    const press = async () => {
      await this.#takeFocus();
      await this.evaluate(countKeys);
      await send();
    };
    // Keys that the browser has taken are pressed again, but none that could still arrive.
    const hasOne = async () => (await arrived()) > 0;
    await act(`the page gets ${what}`, press, hasOne, { repeatAfterMs: TYPED_WITHIN_MS });
    await until(`the page gets all of ${what}`, async () => (await arrived()) >= count);
  }

  /** Waits until keys go to this page. A new window gets them only after it is in front. */
  async #takeFocus(): Promise<void> {
    const hasFocus = () => this.evaluate(() => document.hasFocus());
    if (await hasFocus()) return;
    await act('the page has the focus', () => this.#toFront(this.page), hasFocus);
  }

  #find(thing: Named, why: Reason): Promise<Place | null> {
    return this.evaluate(placeOf, thing, why);
  }

  async #wait(thing: Named, why: Reason): Promise<Place> {
    const name = typeof thing.name === 'string' ? thing.name : `/${thing.name.pattern}/`;
    let previous: Place | null = null;
    // An element is clicked only after two equal positions with frames between them, because it may
    // still be moving. A busy browser may draw nothing between two looks.
    const place = await until(`${thing.role} "${name}" shows`, async () => {
      const now = await this.#find(thing, why);
      const isStill = now !== null && previous !== null && isSamePlace(now, previous);
      previous = now;
      if (now !== null && !isStill) await this.evaluate(drawFrames);
      return isStill ? now : null;
    }).catch(async (error: Error) => {
      const text = await this.text().catch(() => '(gone)');
      throw new Error(`${error.message}. The page: ${text.slice(0, 1500)}`);
    });
    return place;
  }
}

/** Runs in the page. Waits until two frames are drawn; a page behind another draws none. */
function drawFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, 500);
  });
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.x === b.x && a.y === b.y && a.screenX === b.screenX && a.screenY === b.screenY;

/**
 * Runs in the page. Returns how many controls follow the focused one up to that whose name matches
 * `pattern`; less than 0 before it, and null if there is none.
 */
function tabsTo(pattern: string): { readonly by: number } | null {
  const top = document.querySelector('dialog:modal') ?? document;
  const nameOf = (control: Element): string => {
    const labels = [...((control as HTMLInputElement).labels ?? [])].map((one) => one.textContent);
    const named = control.getAttribute('aria-label') || labels.join(' ') || control.textContent;
    return (named ?? '').replace(/\s+/g, ' ').trim();
  };
  const controls = [
    ...top.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    ),
  ].filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(':disabled, [inert] *, input[type=radio]:not(:checked)') &&
      control.checkVisibility({ visibilityProperty: true }),
  );
  const to = controls.findIndex((control) => new RegExp(pattern).test(nameOf(control)));
  if (to === -1) return null;
  const from = controls.indexOf(document.activeElement as HTMLElement);
  // Something else has the focus, such as the page itself.
  return { by: from === -1 ? 1 : to - from };
}

/** Runs in the page. Counts the keys that it gets from now on, without modifiers. */
function countKeys(): void {
  const counter = window as { leafmarkKeys?: number };
  if (counter.leafmarkKeys === undefined) {
    const count = ({ key, repeat }: KeyboardEvent) => {
      if (repeat || ['Alt', 'Control', 'Meta', 'Shift'].includes(key)) return;
      counter.leafmarkKeys = (counter.leafmarkKeys ?? 0) + 1;
    };
    window.addEventListener('keydown', count, true);
  }
  counter.leafmarkKeys = 0;
}

/** Runs in the page. Returns null if another page is there that does not count. */
const countedKeys = (): number | null => (window as { leafmarkKeys?: number }).leafmarkKeys ?? null;

/** Runs in the page. */
const isInField = (): boolean =>
  document.activeElement?.matches('input, textarea, [contenteditable]') === true;

/**
 * Runs in the page. Returns true if the focused field has the text, in a date field as the browser
 * parses it.
 */
function hasBeenTyped(text: string): boolean {
  const field = document.activeElement as HTMLInputElement;
  return field.type === 'date' ? field.value !== '' : field.value === text;
}

function named(role: string, name: Name): Named {
  return { role, name: typeof name === 'string' ? name : { pattern: name.source } };
}
