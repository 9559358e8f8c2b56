import type shapesModule from 'lucide-static/icons/star.svg?icon';
import { h, type JSX } from 'preact';

/** What `import … from 'lucide-static/icons/….svg?icon'` gives (scripts/vite-icons.ts). */
export type IconShapes = typeof shapesModule;

interface IconProps {
  readonly shapes: IconShapes;
  /** Fills the outline, for a state that is on. */
  readonly isFilled?: boolean;
}

/** A line icon as tall as its text line wants it; decoration, so hidden from assistive technology. */
export function Icon({ shapes, isFilled = false }: IconProps): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" data-filled={isFilled} aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
