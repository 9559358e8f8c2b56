import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { isTypedUnencrypted } from '../../service/account/server-address';
import { typedInto } from '../components/use-store';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import type { ProblemText } from './problem-text';
import { SignInForm, SubmitButton, TextField, UnencryptedWarning } from './sign-in-parts';
import { ProblemNote, useRequest } from './use-request';

interface AddressFormProps {
  readonly store: Pick<AccountStore, 'findServer'>;
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
  const problemIn = (name: ProblemText['field']) => (problem?.field === name ? id : null);

  const wantsFocus = isAdding || problemIn('address') !== null;
  useEffect(() => {
    if (wantsFocus) field.current?.focus();
  }, [wantsFocus]);
  return (
    <SignInForm
      isBusy={isBusy}
      // Nothing is awaited: the browser shows its permission request in a click handler only.
      onSubmit={() => void request.follow(store.findServer(address.value, headers.value))}
    >
      <TextField
        label={t('signInAddress')}
        text={address}
        field={field}
        input={{ type: 'text', inputMode: 'url', dir: 'ltr', autocomplete: 'url' }}
        hint={t('signInAddressHint')}
        problemId={problemIn('address')}
        button={<SubmitButton isBusy={isBusy}>{t('actionContinue')}</SubmitButton>}
      />
      {isTypedUnencrypted(address.value) && <UnencryptedWarning />}
      <HeadersField text={headers} problemId={problemIn('headers')} />
      <p role="status" class="soft hide-empty">
        {isBusy && t('signInLooking')}
      </p>
      {problem && <ProblemNote id={id} problem={problem} />}
    </SignInForm>
  );
}

interface HeadersFieldProps {
  readonly text: Signal<string>;
  /** The id of the element that describes the line which is not a valid header. */
  readonly problemId: string | null;
}

/**
 * Asks for request headers that a proxy in front of the server needs. Folded, because few people
 * need it.
 */
function HeadersField({ text, problemId }: HeadersFieldProps): JSX.Element {
  const id = useId();
  const fold = useRef<HTMLDetailsElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (problemId === null || !fold.current) return;
    fold.current.open = true;
    field.current?.focus();
  }, [problemId]);
  return (
    <details class="account-more" ref={fold}>
      <summary>{t('signInHeaders')}</summary>
      <div class="account-field labelled stack gap-1">
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
          aria-invalid={problemId !== null}
          aria-describedby={problemId ?? `${id}-hint`}
          onInput={typedInto(text)}
        />
        <p id={`${id}-hint`} class="hint">
          {t('signInHeadersHint')}
        </p>
      </div>
    </details>
  );
}
