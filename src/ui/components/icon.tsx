import type shapesModule from 'lucide-static/icons/star.svg?icon';
import { h, type JSX } from 'preact';
import shapes from '../../theme/mark.svg?icon';

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

/** The leaf that is a bookmark ribbon. */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
