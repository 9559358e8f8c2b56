import { type Display, SCREEN, type ScreenPoint } from './display.ts';
import type { BrowserName } from './real-browser.ts';
import { until } from './until.ts';

export type Answer = 'allow' | 'deny';

/** Gives the answer to the question that stands on the screen; may be done again. */
type Give = (display: Display) => Promise<void>;

const byKey =
  (chord: string): Give =>
  (display) =>
    display.key(chord);

const GIVE: Readonly<Record<BrowserName, Readonly<Record<Answer, Give>>>> = {
  chromium: {
    // Not by keys: *Deny* has the focus, and Tab passes *Allow* by as long as it is disabled.
    async allow(display) {
      const deny = denyButton(await display.pixels());
      if (deny) await display.click({ x: deny.x + DENY_TO_ALLOW, y: deny.y });
    },
    deny: byKey('Escape'),
  },
  firefox: { allow: byKey('alt+a'), deny: byKey('alt+d') },
};

/** Browsers take no answer in the first half second, lest somebody gives it by accident. */
const TAKES_ANSWER_WITHIN_MS = 1_000;
/** In Chromium, from the right edge of the blue *Deny* to the middle of *Allow*. */
const DENY_TO_ALLOW = 38;
/** Of the blue of *Deny*, as it has them. Icons of that colour have some hundred. */
const DENY_PIXELS = 1_200;

/** Answers the question that stands on the screen, as often as it takes until it goes away. */
export async function answerQuestion(
  display: Display,
  name: BrowserName,
  isAsking: () => Promise<boolean>,
  answer: Answer,
): Promise<void> {
  const isGone = async () => !(await isAsking());
  await until('the question is answered', async () => {
    await GIVE[name][answer](display);
    return until('it is gone', isGone, TAKES_ANSWER_WITHIN_MS).catch(() => false);
  });
}

/** Chromium's question, which no protocol tells of: whether its blue *Deny* is on the screen. */
export const showsQuestion = (pixels: Buffer): boolean => denyButton(pixels) !== null;

/** The right edge of the only large thing that is as blue as *Deny*, and its middle from top to bottom. */
function denyButton(pixels: Buffer): ScreenPoint | null {
  const blue = { count: 0, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 };
  for (let index = 0; index < SCREEN.width * SCREEN.height; index += 1) {
    const at = index * 3;
    if (!isBlueAsDeny(pixels[at], pixels[at + 1], pixels[at + 2])) continue;
    const y = Math.floor(index / SCREEN.width);
    blue.count += 1;
    blue.right = Math.max(blue.right, index % SCREEN.width);
    blue.top = Math.min(blue.top, y);
    blue.bottom = Math.max(blue.bottom, y);
  }
  return blue.count < DENY_PIXELS ? null : { x: blue.right, y: (blue.top + blue.bottom) / 2 };
}

const isBlueAsDeny = (red = 0, green = 0, blue = 0): boolean =>
  red <= 40 && green <= 120 && blue >= 180;
