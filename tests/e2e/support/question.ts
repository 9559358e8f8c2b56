import type { Display } from './display.ts';
import type { BrowserName } from './real-browser.ts';
import { until } from './until.ts';

export type Answer = 'allow' | 'deny';

interface Keys {
  /** Moves the focus to the answer; null where the next key needs none. */
  readonly choose: string | null;
  readonly give: string;
}

/** In Chromium the question has the focus, on *Deny*; in Firefox the page keeps it. */
const KEYS: Readonly<Record<BrowserName, Readonly<Record<Answer, Keys>>>> = {
  chromium: {
    allow: { choose: 'Tab', give: 'Return' },
    deny: { choose: null, give: 'Escape' },
  },
  firefox: {
    allow: { choose: null, give: 'alt+a' },
    deny: { choose: null, give: 'alt+d' },
  },
};

/** A question is larger than what a pressed button changes. */
const MIN_QUESTION_PIXELS = 20_000;
/** The ring around a button is about this; nothing else moves in a question that waits. */
const MIN_RING_PIXELS = 100;
/** Browsers take no answer in the first half second, lest somebody gives it by accident. */
const TAKES_ANSWER_WITHIN_MS = 1_000;

/** The browser's own question to the person, as it stands on the screen. */
export class Question {
  readonly #display: Display;
  readonly #keys: Readonly<Record<Answer, Keys>>;
  readonly #asked: Buffer;

  private constructor(display: Display, name: BrowserName, asked: Buffer) {
    this.#display = display;
    this.#keys = KEYS[name];
    this.#asked = asked;
  }

  /** Does what makes the browser ask, and waits until the question stands still on the screen. */
  static async after(
    display: Display,
    name: BrowserName,
    ask: () => Promise<void>,
  ): Promise<Question> {
    const before = await display.stillPixels();
    await ask();
    const asked = await until('the browser asks', async () => {
      const now = await display.stillPixels();
      return changedPixels(before, now) > MIN_QUESTION_PIXELS ? now : null;
    });
    return new Question(display, name, asked);
  }

  /** Answers by real keys, until the question goes away. */
  async answer(answer: Answer): Promise<void> {
    const { choose, give } = this.#keys[answer];
    if (choose !== null) await this.#moveFocus(choose);
    await until('the question is answered', async () => {
      await this.#display.key(give);
      return until('it is gone', () => this.#isGone(), TAKES_ANSWER_WITHIN_MS).catch(() => false);
    });
  }

  async #moveFocus(key: string): Promise<void> {
    await until('the focus moves in the question', async () => {
      await this.#display.key(key);
      return changedPixels(this.#asked, await this.#display.stillPixels()) > MIN_RING_PIXELS;
    });
  }

  async #isGone(): Promise<boolean> {
    return changedPixels(this.#asked, await this.#display.pixels()) > MIN_QUESTION_PIXELS;
  }
}

function changedPixels(before: Buffer, after: Buffer): number {
  let changed = 0;
  for (let offset = 0; offset < before.length; offset += 3) {
    if (before[offset] !== after[offset]) changed += 1;
  }
  return changed;
}
