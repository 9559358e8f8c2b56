import { i18n } from '#i18n';
import type { CaptureOutcome } from '../../capture/capture';

/** What `capture.js` gives back: the outcome, and how old the document is that it is of. */
export interface InjectedCapture {
  readonly outcome: CaptureOutcome;
  /** `documentSince()` of the captured document. */
  readonly documentSince: number;
}

/**
 * When this document began, in Unix ms by the clock as it stands now. Not `timeOrigin`, which the
 * clock leaves behind when it is set anew, or the machine sleeps.
 */
export const documentSince = (): number => Date.now() - performance.now();

/** The note at the end of an article whose page was cut. */
export const cutNote = (): string => i18n.t('articleCut');

type World = typeof globalThis & { leafmarkCaptureBegan?: true };

/** Leaves in our own world of the page that `capture.js` has got in. */
export function setCaptureMark(): void {
  const world: World = globalThis;
  world.leafmarkCaptureBegan = true;
}

/**
 * Whether `capture.js` has got in since this was last asked. Injected as it stands: it can use
 * nothing of this file but types.
 */
export function takeCaptureMark(): boolean {
  const world: World = globalThis;
  const hasBegun = world.leafmarkCaptureBegan === true;
  delete world.leafmarkCaptureBegan;
  return hasBegun;
}
