import type { ComponentChildren, JSX } from 'preact';

interface FoldedProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A hint that is folded below its title until somebody asks for it. */
export function Folded({ title, children }: FoldedProps): JSX.Element {
  return (
    <details class="hint">
      <summary>{title}</summary>
      <p>{children}</p>
    </details>
  );
}
