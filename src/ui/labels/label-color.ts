import type { LabelColor } from '../../domain/label-tree';

/** Returns the style of what has the colour of a label. tokens.css has the values. */
export const inLabelColor = (color: LabelColor | null | undefined) =>
  color ? { background: `var(--label-${color})` } : undefined;
