import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of the page, named by its heading. */
export function Section({ title, children }: SectionProps): JSX.Element {
  const id = useId();
  return (
    <section class="options-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
