import { hashText } from '../../domain/hash';
import { labelKey } from '../../domain/label';
import { LABEL_COLORS, type LabelColor } from '../../domain/label-tree';
import { type LabelColors, type Library, labelColorRepository } from '../../library';
import { type LabelStyle, labelStyle } from './label-style';

/** Returns the style of what has the colour of a label. tokens.css has the values. */
export const inLabelColor = (color: LabelColor | null | undefined): LabelStyle | undefined =>
  color ? { background: `var(--label-${color})`, color: 'var(--ink)' } : undefined;

/** Returns the colour that a person gave to a label, or else one that its name always has. */
export function labelColorOf(label: string, chosen: LabelColors): LabelColor | undefined {
  const key = labelKey(label);
  return chosen[key] ?? LABEL_COLORS[hashText(key) % LABEL_COLORS.length];
}

/** Gives all labels of this page the colours of a library, until it is disposed of. */
export function followLabelColors(library: Promise<Pick<Library, 'part'>>): () => void {
  let stop: (() => void) | null = () => {};
  void library.then(({ part }) => {
    if (stop === null) return;
    stop = part(labelColorRepository).watchColors((chosen) => {
      labelStyle.value = (label) => inLabelColor(labelColorOf(label, chosen));
    });
  });
  return () => {
    stop?.();
    stop = null;
  };
}
