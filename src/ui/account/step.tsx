import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

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
