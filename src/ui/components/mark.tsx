import { h, type JSX } from 'preact';
import shapes from '../../theme/mark.svg?icon';

/** The leaf that is a bookmark ribbon. */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
