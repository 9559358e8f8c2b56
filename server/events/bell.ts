/** Wakes the one who waits for it. Rung while nobody waits, it wakes whoever waits next. */
export interface Bell {
  ring(): void;
  /** Forgets what was rung so far. */
  quiet(): void;
  /** Whether it was rung within `ms`. */
  wait(ms: number): Promise<boolean>;
}

export function createBell(): Bell {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    quiet() {
      isRung = false;
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      return isRung;
    },
  };
}
