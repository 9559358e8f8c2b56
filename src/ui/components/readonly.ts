import type { ReadonlySignal } from '@preact/signals';

/** The signal of a store as others see it: only the store sets it. */
export const readonly = <T>(own: ReadonlySignal<T>): ReadonlySignal<T> => own;
