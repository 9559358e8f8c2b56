import type { Alarms } from '../src/background/ports';
import { MINUTE_MS } from '../src/domain/time';

/** Alarms that end with the page. */
export function createAlarms(): Alarms {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<Parameters<Alarms['onAlarm']['addListener']>[0]>();
  const clear = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  const wait = (name: string, waitMs: number, periodMs: number) => {
    const timer = setTimeout(() => {
      wait(name, periodMs, periodMs);
      for (const listener of listeners) listener({ name });
    }, waitMs);
    timers.set(name, timer);
  };
  return {
    async create(name, { when, delayInMinutes, periodInMinutes }) {
      clear(name);
      const periodMs = periodInMinutes * MINUTE_MS;
      const first =
        when === undefined ? (delayInMinutes ?? periodInMinutes) * MINUTE_MS : when - Date.now();
      wait(name, Math.max(0, first), periodMs);
    },
    async clear(name) {
      clear(name);
    },
    onAlarm: { addListener: (listener) => void listeners.add(listener) },
  };
}
