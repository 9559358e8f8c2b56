import { browser } from 'wxt/browser';
import type { CaptureOutcome } from '../../capture/capture';
import type { CaptureOptions } from '../../capture/capture-page';

/** The result of `capture.js`: the outcome, and how the captured document was loaded. */
export interface InjectedCapture {
  readonly outcome: CaptureOutcome;
  /** `documentSince()` of the captured document. */
  readonly documentSince: number;
  /** `documentStatus()` of the captured document. */
  readonly status: number;
  /** `htmlOfWall()` of the captured document. */
  readonly html: string;
}

/**
 * When this document began, in Unix ms by the current clock. It does not use `timeOrigin`, which is
 * wrong after the clock was set or the machine slept.
 */
export const documentSince = (): number => Date.now() - performance.now();

/**
 * The HTTP status with which this document was loaded; 0 if there was none. A document that has changed
 * its address shows something else by now.
 */
export function documentStatus(): number {
  const [loaded] = performance.getEntriesByType('navigation');
  const { name, responseStatus } = loaded as PerformanceNavigationTiming;
  const page = (address: string) => address.split('#')[0];
  return page(name) === page(location.href) ? responseStatus : 0;
}

// WXT knows the messages of its own module only, whose code for plurals this script does not need.
declare module 'wxt/browser' {
  interface WxtI18n {
    getMessage(messageName: 'articleCut'): string;
  }
}

/** The note at the end of an article whose page was cut. */
export const cutNote = (): string => browser.i18n.getMessage('articleCut');

type World = typeof globalThis & {
  leafmarkCaptureBegan?: true;
  leafmarkAsked?: AskedCapture;
};

/** Marks in the isolated world of the page that `capture.js` has started. */
export function setCaptureMark(): void {
  const world: World = globalThis;
  world.leafmarkCaptureBegan = true;
}

/**
 * Returns true if `capture.js` has started since the last call. The function is injected as source
 * text, so it can only use types of this file.
 */
export function takeCaptureMark(): boolean {
  const world: World = globalThis;
  const hasBegun = world.leafmarkCaptureBegan === true;
  delete world.leafmarkCaptureBegan;
  return hasBegun;
}

/** The wishes of the background for a capture. */
type AskedCapture = Required<Pick<CaptureOptions, 'siteRules' | 'way'>>;

/**
 * Tells the next `capture.js` in this page what is asked of it. The function is injected as source text,
 * so it can only use types of this file.
 */
export function setAsked(asked: AskedCapture): void {
  const world: World = globalThis;
  world.leafmarkAsked = asked;
}

/** Returns what was asked since the last call. */
export function takeAsked(): AskedCapture {
  const world: World = globalThis;
  const { leafmarkAsked = { siteRules: [], way: null } } = world;
  delete world.leafmarkAsked;
  return leafmarkAsked;
}
