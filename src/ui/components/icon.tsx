import type shapesModule from 'lucide-static/icons/star.svg?icon';
import { h, type JSX } from 'preact';
import shapes from '../../theme/mark.svg?icon';

/** The type of `import … from 'lucide-static/icons/….svg?icon'` (scripts/vite-icons.ts). */
export type IconShapes = typeof shapesModule;

interface IconProps {
  readonly shapes: IconShapes;
  /** Fills the outline, for an active state. */
  readonly isFilled?: boolean;
}

/** A decorative line icon as tall as its line of text. It is hidden from assistive technology. */
export function Icon({ shapes, isFilled = false }: IconProps): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" data-filled={isFilled} aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}

/** The Leafmark logo. */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
