import { setTimeout as pause } from 'node:timers/promises';
import { act } from './act.ts';
import type { BrowserName } from './browsers.ts';
import { type Display, SCREEN, type ScreenPoint } from './display.ts';

export type Answer = 'allow' | 'deny';

/** Answers the prompt on the display. It can be repeated. */
type PromptAction = (display: Display) => Promise<void>;

const byKey =
  (chord: string): PromptAction =>
  (display) =>
    display.key(chord);

const ANSWERS: Readonly<Record<BrowserName, Readonly<Record<Answer, PromptAction>>>> = {
  chromium: {
    // Not by keys, because *Deny* has the focus and Tab skips *Allow* while it is disabled.
    async allow(display) {
      const deny = denyButton(display.pixels());
      if (deny) await display.click({ x: deny.x + DENY_TO_ALLOW, y: deny.y });
    },
    deny: byKey('Escape'),
  },
  firefox: { allow: byKey('alt+a'), deny: byKey('alt+d') },
};

/** Browsers ignore answers in the first half second to prevent accidents. */
const IGNORED_MS = 600;
/** Much longer than a prompt takes to disappear, because the page would get a second answer. */
const ANSWER_TIMEOUT_MS = 10_000;
/**
 * In Chromium, the distance in px from the right edge of the blue *Deny* to the middle of *Allow*.
 */
const DENY_TO_ALLOW = 38;
/** The minimum number of pixels in the blue of *Deny*. */
const DENY_PIXELS = 1_200;
/** Icons of that colour, such as that of the window, are narrower. */
const MIN_DENY_WIDTH = 25;

/** Answers the prompt on the display repeatedly until it disappears. */
export async function answerPrompt(
  display: Display,
  name: BrowserName,
  hasPrompt: () => Promise<boolean>,
  answer: Answer,
): Promise<void> {
  await pause(IGNORED_MS);
  await act(
    'the question is answered',
    () => ANSWERS[name][answer](display),
    async () => !(await hasPrompt()),
    { repeatAfterMs: ANSWER_TIMEOUT_MS },
  );
}

/**
 * Returns true if Chromium's prompt is shown, detected by its blue *Deny*. The protocol does not
 * report prompts.
 */
export const showsPrompt = (pixels: Buffer): boolean => denyButton(pixels) !== null;

/** Returns the right edge and the vertical middle of the only wide area in the blue of *Deny*. */
function denyButton(pixels: Buffer): ScreenPoint | null {
  const rows = Array.from({ length: SCREEN.height }, (_, y) => ({ y, ...blueOfRow(pixels, y) }));
  const wide = rows.filter(({ count }) => count >= MIN_DENY_WIDTH);
  const [first, last] = [wide[0], wide.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (wide.reduce((sum, { count }) => sum + count, 0) < DENY_PIXELS) return null;
  return { x: Math.max(...wide.map(({ right }) => right)), y: (first.y + last.y) / 2 };
}

/** Returns the number of pixels of the row in that blue, and the last of them. */
function blueOfRow(pixels: Buffer, y: number): { readonly count: number; readonly right: number } {
  let count = 0;
  let right = 0;
  for (let x = 0; x < SCREEN.width; x += 1) {
    const at = (y * SCREEN.width + x) * 3;
    if (!isBlueAsDeny(pixels[at], pixels[at + 1], pixels[at + 2])) continue;
    count += 1;
    right = x;
  }
  return { count, right };
}

const isBlueAsDeny = (red = 0, green = 0, blue = 0): boolean =>
  red <= 40 && green <= 120 && blue >= 180;
