import openIcon from 'lucide-static/icons/lock-open.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '../components/icon';
import { t } from '../strings';

interface StepProps {
  readonly title: string;
  /** True when the step replaces what the user was working with. It takes the focus then. */
  readonly isNew: boolean;
  readonly children: ComponentChildren;
}

/** Shows one step of signing in under a heading. */
export function Step({ title, isNew, children }: StepProps): JSX.Element {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Leaves the focus alone when the user has moved on.
    if (isNew && document.activeElement === document.body) heading.current?.focus();
    // Runs once: only the way in which the step appeared counts.
  }, []);
  return (
    <section class="account-step" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface SubmitButtonProps {
  /**
   * True while the form is being processed. `aria-disabled` keeps the focus, which `disabled` would
   * lose.
   */
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

/** Warns that plain HTTP is not encrypted. */
export function UnencryptedWarning(): JSX.Element {
  return (
    <p class="account-warning">
      <Icon shapes={openIcon} />
      <span>{t('signInPlain')}</span>
    </p>
  );
}
