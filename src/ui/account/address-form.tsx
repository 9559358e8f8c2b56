import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isUnencrypted } from '../../service/account/server-address';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import type { ProblemText } from './problem-text';
import { SubmitButton, UnencryptedWarning } from './sign-in-parts';
import { ProblemNote, useRequest } from './use-request';

interface AddressFormProps {
  readonly store: Pick<AccountStore, 'find'>;
  /** The address of the last search and the reason why no server was found there. */
  readonly before: { readonly base: string; readonly problem: ProblemText } | null;
  /** True when the user opened the form. The field takes the focus then. */
  readonly isAdding: boolean;
}

/** Asks for the address of the server. */
export function AddressForm({ store, before, isAdding }: AddressFormProps): JSX.Element {
  const id = useId();
  const request = useRequest();
  const address = useSignal(before?.base ?? '');
  const headers = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const isBusy = request.isBusy.value;
  const problem = isBusy ? null : (request.problem.value ?? before?.problem ?? null);
  const isAbout = (name: ProblemText['field']) => problem?.field === name;

  const wantsFocus = isAdding || isAbout('address');
  useEffect(() => {
    if (wantsFocus) field.current?.focus();
  }, [wantsFocus]);

  const find = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    // Called before any `await`: the browser shows its permission request in a click handler only.
    const found = store.find(address.value, headers.value);
    void request.follow(found);
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
            aria-describedby={isAbout('address') ? `${id}-problem` : `${id}-hint`}
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
      {isTypedUnencrypted(address.value) && <UnencryptedWarning />}
      <HeadersField text={headers} isBad={isAbout('headers')} problemId={`${id}-problem`} />
      <p role="status" class="account-progress">
        {isBusy && t('signInLooking')}
      </p>
      {problem && <ProblemNote id={`${id}-problem`} problem={problem} />}
    </form>
  );
}

const isTypedUnencrypted = (typed: string): boolean =>
  URL.canParse(typed.trim()) && isUnencrypted(typed.trim());

interface HeadersFieldProps {
  readonly text: Signal<string>;
  /** True when a line is not a valid header. The element with `problemId` describes the error. */
  readonly isBad: boolean;
  readonly problemId: string;
}

/**
 * Asks for request headers that a proxy in front of the server needs. Folded, because few people
 * need it.
 */
function HeadersField({ text, isBad, problemId }: HeadersFieldProps): JSX.Element {
  const id = useId();
  const fold = useRef<HTMLDetailsElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isBad || !fold.current) return;
    fold.current.open = true;
    field.current?.focus();
  }, [isBad]);
  return (
    <details class="account-more" ref={fold}>
      <summary>{t('signInHeaders')}</summary>
      <div class="account-field">
        <label for={id}>{t('signInHeadersLabel')}</label>
        <textarea
          id={id}
          ref={field}
          class="field"
          rows={3}
          dir="ltr"
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          value={text}
          aria-invalid={isBad}
          aria-describedby={isBad ? problemId : `${id}-hint`}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <p id={`${id}-hint`} class="hint">
          {t('signInHeadersHint')}
        </p>
      </div>
    </details>
  );
}
