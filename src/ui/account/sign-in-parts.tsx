import type { Signal } from '@preact/signals';
import openIcon from 'lucide-static/icons/lock-open.svg?icon';
import type { ComponentChildren, InputHTMLAttributes, JSX, RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '../components/icon';
import { typedInto } from '../components/use-store';
import { t } from '../strings';

/**
 * Focuses the element of the returned ref when it replaces what the user was working with. It leaves
 * the focus alone when the user has moved on.
 */
export function useFocusIfNew<T extends HTMLElement>(isNew: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (isNew && document.activeElement === document.body) element.current?.focus();
    // Runs once: only the way in which the element appeared counts.
  }, []);
  return element;
}

interface StepProps {
  readonly title: string;
  /** True when the step replaces what the user was working with. It takes the focus then. */
  readonly isNew: boolean;
  readonly children: ComponentChildren;
}

/** Shows one step of signing in under a heading. */
export function Step({ title, isNew, children }: StepProps): JSX.Element {
  const id = useId();
  const heading = useFocusIfNew<HTMLHeadingElement>(isNew);
  return (
    <section class="stack full" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface SignInFormProps {
  /** True while the form is being processed. It cannot be submitted then. */
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  /** The name of the button; without it, the children contain the button. */
  readonly submit?: string;
  readonly children: ComponentChildren;
}

export function SignInForm({ isBusy, onSubmit, submit, children }: SignInFormProps): JSX.Element {
  const send = (event: Event) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form class="stack full" onSubmit={send}>
      {children}
      {submit && (
        <p>
          <SubmitButton isBusy={isBusy}>{submit}</SubmitButton>
        </p>
      )}
    </form>
  );
}

interface SubmitButtonProps {
  /** Shown by `aria-disabled`, which keeps the focus. `disabled` would lose it. */
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/** Submits the form that contains it. */
export function SubmitButton({ isBusy, children }: SubmitButtonProps): JSX.Element {
  return (
    <button type="submit" class="button" data-look="primary" aria-disabled={isBusy}>
      {children}
    </button>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly text: Signal<string>;
  /** More attributes of the `input` element. */
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly hint?: ComponentChildren;
  /** The id of the element that describes the error in the text; null when there is none. */
  readonly problemId?: string | null;
  readonly field?: RefObject<HTMLInputElement | null>;
  /** The button beside the field. */
  readonly button?: ComponentChildren;
}

/** A text field for names, addresses and secrets with its label and hint. */
export function TextField(props: TextFieldProps): JSX.Element {
  const { label, text, input, hint, problemId = null, field = null, button } = props;
  const id = useId();
  const element = (
    <input
      class="field"
      autocapitalize="none"
      spellcheck={false}
      {...input}
      id={id}
      ref={field}
      value={text}
      aria-invalid={problemId !== null}
      aria-describedby={problemId ?? (hint ? `${id}-hint` : undefined)}
      onInput={typedInto(text)}
    />
  );
  return (
    <div class="account-field labelled stack gap-1">
      <label for={id}>{label}</label>
      {button ? (
        <div class="account-address cluster">
          {element}
          {button}
        </div>
      ) : (
        element
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Warns that plain HTTP is not encrypted. */
export function UnencryptedWarning(): JSX.Element {
  return (
    <p class="account-warning">
      <Icon shapes={openIcon} />
      <span>
        {t('doctorPlain')} {t('doctorTrySecure')}
      </span>
    </p>
  );
}
