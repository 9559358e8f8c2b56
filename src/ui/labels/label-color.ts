import { hashText } from '../../domain/hash';
import { labelKey } from '../../domain/label';
import { LABEL_COLORS, type LabelColor } from '../../domain/label-tree';
import type { LabelColors } from '../../library';

/** Returns the style of what has the colour of a label. tokens.css has the values. */
export const inLabelColor = (color: LabelColor | null | undefined) =>
  color ? { background: `var(--label-${color})` } : undefined;

/** Returns the colour that a person gave to a label, or else one that its name always has. */
export function labelColorOf(label: string, chosen: LabelColors): LabelColor | undefined {
  const key = labelKey(label);
  return chosen[key] ?? LABEL_COLORS[hashText(key) % LABEL_COLORS.length];
}
