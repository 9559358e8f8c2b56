import type { Page } from 'puppeteer-core';
import { act } from './act.ts';
import { until } from './until.ts';
import { signIn } from './web-browser.ts';
import type { World } from './world.ts';

/** The window of a phone with the web app. */
export interface Phone {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  seesText(words: string): Promise<void>;
  evaluate<Args extends unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T>;
  /** Signs in as Ada on the page of the server, which is shown. */
  signIn(): Promise<void>;
  picture(name: string): Promise<void>;
}

const SIZE = { width: 390, height: 844 };

/** Opens a tab that is as narrow as a phone, in the browser with the extension. */
export async function openPhone({ browser }: World): Promise<Phone> {
  const screen = await browser.open('about:blank');
  const page: Page = screen.page;
  await page.setViewport(SIZE);
  return {
    async open(address) {
      await page.bringToFront();
      await page.goto(address);
    },
    reload: () => screen.reload(),
    async fill(selector, text) {
      await page.waitForSelector(selector, { visible: true });
      await page.type(selector, text);
    },
    click: (selector) => page.locator(selector).click(),
    seesText: (words) => screen.sees(words),
    evaluate: (run, ...args) => screen.evaluate(run, ...args),
    signIn: () => signIn(page),
    picture: (name) => screen.picture(browser.artifact(name)),
  };
}

/** Opens a place of the library anew, as an app that was closed does. */
async function openPlace(phone: Phone, base: string, hash: string): Promise<void> {
  await phone.open('about:blank');
  await phone.open(`${base}/library.html${hash}`);
}

/** Adds a page by its address. */
export async function addByAddress(phone: Phone, base: string, url: string): Promise<void> {
  await openPlace(phone, base, '#/add');
  const type = async () => {
    await phone.evaluate(emptyField);
    await phone.fill('.add-page input', url);
  };
  await act(`${url} is typed`, type, () => phone.evaluate(isTyped, url));
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  const isSaved = () => phone.evaluate(() => document.body.innerText.includes('Saved'));
  await act(`${url} is saved`, () => phone.click('.add-page button[type=submit]'), isSaved);
}

/** Runs in the page. */
const isTyped = (url: string): boolean =>
  document.querySelector<HTMLInputElement>('.add-page input')?.value === url;

/** Runs in the page. Removes what an earlier try has typed. */
function emptyField(): void {
  document.querySelector<HTMLInputElement>('.add-page input')?.select();
  document.execCommand('delete');
}

/** Opens the page with this title from the list, as soon as the list has it. */
export async function openFromList(phone: Phone, base: string, title: string): Promise<void> {
  await openPlace(phone, base, '#/unread');
  const href = await until(`the list shows ${title}`, () => phone.evaluate(hrefOf, title));
  const isOpen = () => phone.evaluate((href) => location.href.endsWith(href), href);
  await act(`${title} is opened`, () => phone.click(`.row-words a[href="${href}"]`), isOpen);
}

/** Waits until the app answers without a network. */
export const isInstalled = (phone: Phone) =>
  until('a worker answers the page', () =>
    phone.evaluate(() => navigator.serviceWorker.controller !== null),
  );

/** Runs in the page. Returns the address of the row with this title. */
function hrefOf(title: string): string | null {
  const links = [...document.querySelectorAll('.row-words a')];
  return links.find(({ textContent }) => textContent === title)?.getAttribute('href') ?? null;
}
