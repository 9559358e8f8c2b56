import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { LABEL_COLORS, type LabelColor } from '../../domain/label-tree';
import { COLOR_NAMES } from '../field-names';
import { t } from '../strings';
import { inLabelColor } from './label-color';

const COLOR_CHOICES: readonly (LabelColor | null)[] = [null, ...LABEL_COLORS];

const nameOfColor = (color: LabelColor | null): string =>
  color === null ? t('labelColorNone') : t(COLOR_NAMES[color]);

const Dot = ({ color }: { readonly color: LabelColor | null }): JSX.Element => (
  <span class="label-dot" style={inLabelColor(color)} />
);

interface ColorPickerProps {
  readonly label: string;
  readonly color: LabelColor | null;
  readonly onPick: (color: LabelColor | null) => void;
}

/** The colour that a label is shown in, `--dot`, as a button that opens the palette. */
export function ColorPicker({ label, color, onPick }: ColorPickerProps): JSX.Element {
  const id = useId();
  const name = t('labelColor', label, nameOfColor(color));
  return (
    <span style={{ '--anchor': `--${id}` }}>
      <button
        type="button"
        class="icon-button"
        popovertarget={id}
        aria-label={name}
        title={name}
        style={{ anchorName: 'var(--anchor)' }}
      >
        <span class="nav-dot" />
      </button>
      <fieldset id={id} popover="auto" class="label-palette" aria-label={t('labelColors')}>
        {COLOR_CHOICES.map((each) => (
          <button
            key={each ?? 'none'}
            type="button"
            class="icon-button"
            title={nameOfColor(each)}
            aria-label={nameOfColor(each)}
            aria-pressed={each === color}
            popovertarget={id}
            popovertargetaction="hide"
            onClick={() => onPick(each)}
          >
            <Dot color={each} />
          </button>
        ))}
      </fieldset>
    </span>
  );
}
