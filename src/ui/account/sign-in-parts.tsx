import openIcon from 'lucide-static/icons/lock-open.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '../components/icon';
import { t } from '../strings';

interface StepProps {
  readonly title: string;
  /** Whether it came in the place of what the person was at: then the focus goes there. */
  readonly isNew: boolean;
  readonly children: ComponentChildren;
}

/** One step of signing in, named by its heading. */
export function Step({ title, isNew, children }: StepProps): JSX.Element {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Whoever is at something else by now is left there.
    if (isNew && document.activeElement === document.body) heading.current?.focus();
    // Only how it came counts.
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
  /** While what was sent is looked at. It keeps the focus then, which a disabled button loses. */
  readonly isBusy: boolean;
  readonly children: ComponentChildren;
}

/** Sends the form that it is in. */
export function SubmitButton({ isBusy, children }: SubmitButtonProps): JSX.Element {
  return (
    <button type="submit" class="button" data-look="primary" aria-disabled={isBusy}>
      {children}
    </button>
  );
}

/** Says what plain http means. */
export function UnencryptedWarning(): JSX.Element {
  return (
    <p class="account-warning">
      <Icon shapes={openIcon} />
      <span>{t('signInPlain')}</span>
    </p>
  );
}
