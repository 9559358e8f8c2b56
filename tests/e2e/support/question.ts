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
/** Of the blue of *Deny*, as it has them. */
const DENY_PIXELS = 1_200;
/** Icons of that colour, that of the window among them, are narrower. */
const MIN_DENY_WIDTH = 25;

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

/** The right edge of the only wide thing that is as blue as *Deny*, and its middle from top to bottom. */
function denyButton(pixels: Buffer): ScreenPoint | null {
  const rows = Array.from({ length: SCREEN.height }, (_, y) => ({ y, ...blueOfRow(pixels, y) }));
  const wide = rows.filter(({ count }) => count >= MIN_DENY_WIDTH);
  const [first, last] = [wide[0], wide.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (wide.reduce((sum, { count }) => sum + count, 0) < DENY_PIXELS) return null;
  return { x: Math.max(...wide.map(({ right }) => right)), y: (first.y + last.y) / 2 };
}

/** How many pixels of that row are as blue, and the last of them. */
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
