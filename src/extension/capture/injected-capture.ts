import { i18n } from '#i18n';
import type { CaptureOutcome } from '../../capture/capture';

/** The result of `capture.js`: the outcome, and the start time of the captured document. */
export interface InjectedCapture {
  readonly outcome: CaptureOutcome;
  /** `documentSince()` of the captured document. */
  readonly documentSince: number;
}

/**
 * When this document began, in Unix ms by the current clock. It does not use `timeOrigin`, which is
 * wrong after the clock was set or the machine slept.
 */
export const documentSince = (): number => Date.now() - performance.now();

/** The note at the end of an article whose page was cut. */
export const cutNote = (): string => i18n.t('articleCut');

type World = typeof globalThis & { leafmarkCaptureBegan?: true };

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
