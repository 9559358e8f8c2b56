import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../strings';

interface HeadersFieldProps {
  readonly text: Signal<string>;
  /** Whether one of its lines is no header, as what has `troubleId` says. */
  readonly isBad: boolean;
  readonly troubleId: string;
}

/** Headers for what stands in front of a server; folded away, as hardly anybody needs them. */
export function HeadersField({ text, isBad, troubleId }: HeadersFieldProps): JSX.Element {
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
          aria-describedby={isBad ? troubleId : `${id}-hint`}
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
