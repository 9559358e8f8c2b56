// First paints include this module, so it must stay small.
import type { ReadonlySignal, Signal } from '@preact/signals';

/** The signal of a store as others see it: only the store sets it. */
export const readonly = <T>(own: ReadonlySignal<T>): ReadonlySignal<T> => own;

/** Calls back with the current value, and again after each change. */
export type Watch<T> = (listener: (value: T) => void) => void;

/** Returns a listener that stores what it gets in a signal. */
export const into =
  <T>(signal: Signal<T>) =>
  (value: T): void => {
    signal.value = value;
  };

/** Returns a listener that sets a signal to `value`. */
export const setTo =
  <T>(signal: Signal<T>, value: NoInfer<T>) =>
  (): void => {
    signal.value = value;
  };
