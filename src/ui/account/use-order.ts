import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { Ordered } from './account-store';
import { failureOf, type Trouble, troubleOf } from './problem-words';

/** An order that was given to the account store, as a form shows it. */
export interface Order {
  /** While it is carried out. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why the last one did not go; null when it did, or none was given. */
  readonly trouble: ReadonlySignal<Trouble | null>;
  /** Follows an order; true when it went well. */
  follow(order: Promise<Ordered>): Promise<boolean>;
}

/** What is needed to give orders one after the other. */
export function useOrder(): Order {
  const isBusy = useSignal(false);
  const trouble = useSignal<Trouble | null>(null);
  return {
    isBusy,
    trouble,
    async follow(order) {
      isBusy.value = true;
      trouble.value = null;
      const answer = await order;
      isBusy.value = false;
      trouble.value = answer.ok ? answer.value && troubleOf(answer.value) : failureOf(answer.error);
      return trouble.value === null;
    },
  };
}
