import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface SectionProps {
  /** The fragment of its address. */
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A section of the page under a heading. */
export function Section({ id, title, children }: SectionProps): JSX.Element {
  const titleId = useId();
  return (
    <section id={id} class="options-section stack start" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
