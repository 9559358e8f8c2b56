import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { canBeOverheard } from '../../service/find/overheard';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import { HeadersField } from './headers-field';
import { PlainWarning } from './plain-warning';
import type { Trouble } from './problem-words';
import { SubmitButton } from './submit-button';
import { TroubleNote } from './trouble-note';
import { useOrder } from './use-order';

interface AddressFormProps {
  readonly store: Pick<AccountStore, 'find'>;
  /** Where it was looked before, and why nothing was found there. */
  readonly before: { readonly base: string; readonly trouble: Trouble } | null;
  /** Whether the person asked for it: then the focus goes there. */
  readonly isWanted: boolean;
}

/** Where the server is, as people type it. */
export function AddressForm({ store, before, isWanted }: AddressFormProps): JSX.Element {
  const id = useId();
  const order = useOrder();
  const address = useSignal(before?.base ?? '');
  const headers = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const isBusy = order.isBusy.value;
  const trouble = isBusy ? null : (order.trouble.value ?? before?.trouble ?? null);
  const isAbout = (name: Trouble['field']) => trouble?.field === name;

  const wantsFocus = isWanted || isAbout('address');
  useEffect(() => {
    if (wantsFocus) field.current?.focus();
  }, [wantsFocus]);

  const find = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    // First of all: the browser asks only in answer to the click itself.
    const found = store.find(address.value, headers.value);
    void order.follow(found);
  };
  return (
    <form class="account-form" onSubmit={find}>
      <div class="account-field">
        <label for={id}>{t('signInAddress')}</label>
        <div class="account-address">
          <input
            id={id}
            ref={field}
            class="field"
            type="text"
            inputMode="url"
            dir="ltr"
            autocomplete="url"
            autocapitalize="none"
            spellcheck={false}
            value={address}
            aria-invalid={isAbout('address')}
            aria-describedby={isAbout('address') ? `${id}-trouble` : `${id}-hint`}
            onInput={(event) => {
              address.value = event.currentTarget.value;
            }}
          />
          <SubmitButton isBusy={isBusy}>{t('signInContinue')}</SubmitButton>
        </div>
        <p id={`${id}-hint`} class="hint">
          {t('signInAddressHint')}
        </p>
      </div>
      {isTypedPlain(address.value) && <PlainWarning />}
      <HeadersField text={headers} isBad={isAbout('headers')} troubleId={`${id}-trouble`} />
      <p role="status" class="account-progress">
        {isBusy && t('signInLooking')}
      </p>
      {trouble && <TroubleNote id={`${id}-trouble`} trouble={trouble} />}
    </form>
  );
}

const isTypedPlain = (typed: string): boolean =>
  URL.canParse(typed.trim()) && canBeOverheard(typed.trim());
