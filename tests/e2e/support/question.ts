import { type Display, SCREEN, type ScreenPoint } from './display.ts';
import type { BrowserName } from './real-browser.ts';
import { until } from './until.ts';

export type Answer = 'allow' | 'deny';

/** Gives the answer to the question that stands on the screen; may be done again. */
type Give = (display: Display, asked: Buffer) => Promise<void>;

const byKey =
  (chord: string): Give =>
  (display) =>
    display.key(chord);

const GIVE: Readonly<Record<BrowserName, Readonly<Record<Answer, Give>>>> = {
  chromium: {
    // Not by keys: *Deny* has the focus, and Tab passes *Allow* by as long as it is disabled.
    allow: (display, asked) => display.click(allowPlace(asked)),
    deny: byKey('Escape'),
  },
  firefox: { allow: byKey('alt+a'), deny: byKey('alt+d') },
};

/** A question is larger than what a pressed button changes. */
const MIN_QUESTION_PIXELS = 20_000;
/** Browsers take no answer in the first half second, lest somebody gives it by accident. */
const TAKES_ANSWER_WITHIN_MS = 1_000;
/** In Chromium, from the right edge of the blue *Deny* to the middle of *Allow*. */
const DENY_TO_ALLOW = 38;

/** Does what makes the browser ask the person, and waits until its question stands on the screen. */
export async function questionAfter(display: Display, ask: () => Promise<void>): Promise<Buffer> {
  const before = await display.stillPixels();
  await ask();
  return until('the browser asks', async () => {
    const now = await display.stillPixels();
    return changedPixels(before, now) > MIN_QUESTION_PIXELS ? now : null;
  });
}

/** Answers the question that is `asked`, as often as it takes until it goes away. */
export async function answerQuestion(
  display: Display,
  name: BrowserName,
  asked: Buffer,
  answer: Answer,
): Promise<void> {
  const isGone = async () => changedPixels(asked, await display.pixels()) > MIN_QUESTION_PIXELS;
  await until('the question is answered', async () => {
    await GIVE[name][answer](display, asked);
    return until('it is gone', isGone, TAKES_ANSWER_WITHIN_MS).catch(() => false);
  });
}

function changedPixels(before: Buffer, after: Buffer): number {
  let changed = 0;
  for (let offset = 0; offset < before.length; offset += 3) {
    if (before[offset] !== after[offset]) changed += 1;
  }
  return changed;
}

/** Where *Allow* is: to the right of the only thing that is as blue as *Deny*. */
function allowPlace(asked: Buffer): ScreenPoint {
  const blue = { right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 };
  for (let index = 0; index < SCREEN.width * SCREEN.height; index += 1) {
    const [red = 0, green = 0, blueness = 0] = asked.subarray(index * 3, index * 3 + 3);
    if (red > 40 || green > 120 || blueness < 180) continue;
    const y = Math.floor(index / SCREEN.width);
    blue.right = Math.max(blue.right, index % SCREEN.width);
    blue.top = Math.min(blue.top, y);
    blue.bottom = Math.max(blue.bottom, y);
  }
  return { x: blue.right + DENY_TO_ALLOW, y: (blue.top + blue.bottom) / 2 };
}
