import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { DEFAULT_SETTINGS, READER_RANGES, type ReaderSettings } from '../../domain/settings';
import { Button } from '../components/button';
import { formatNumber, t } from '../strings';
import { loadFont } from './appearance';
import type { SettingsStore } from './settings-store';
import './reader-settings.css';

const themes = (): Readonly<Record<ReaderSettings['theme'], string>> => ({
  system: t('themeSystem'),
  light: t('themeLight'),
  sepia: t('themeSepia'),
  dark: t('themeDark'),
});

/** The names of the bundled fonts need no message. */
const fonts = (): Readonly<Record<ReaderSettings['font'], string>> => ({
  serif: t('fontSerif'),
  sans: t('fontSans'),
  literata: 'Literata',
  atkinson: 'Atkinson Hyperlegible',
});

/**
 * Edits theme, font, text size, width and line height. Each change applies at once wherever an
 * article is open.
 */
export function ReaderSettingsForm({
  settings,
}: {
  readonly settings: SettingsStore;
}): JSX.Element {
  const { reader } = settings.settings.value;
  const update = (change: Partial<ReaderSettings>) => settings.update({ reader: change });
  // Each font's name is shown in that font.
  useEffect(() => {
    void loadFont('literata');
    void loadFont('atkinson');
  }, []);
  return (
    <div class="reader-settings stack gap-4">
      <Choice
        legend={t('readerTheme')}
        options={themes()}
        chosen={reader.theme}
        onChoose={(theme) => update({ theme })}
      />
      <Choice
        legend={t('readerFont')}
        options={fonts()}
        chosen={reader.font}
        onChoose={(font) => update({ font })}
      />
      <Slider
        label={t('readerSize')}
        value={reader.fontSizePx}
        range={READER_RANGES.fontSizePx}
        shown={t('readerPixels', formatNumber(reader.fontSizePx))}
        onInput={(fontSizePx) => update({ fontSizePx })}
      />
      <Slider
        label={t('readerWidth')}
        value={reader.widthCh}
        range={READER_RANGES.widthCh}
        shown={t('readerCharacters', formatNumber(reader.widthCh))}
        onInput={(widthCh) => update({ widthCh })}
      />
      <Slider
        label={t('readerLineHeight')}
        value={reader.lineHeight}
        range={READER_RANGES.lineHeight}
        shown={formatNumber(reader.lineHeight)}
        onInput={(lineHeight) => update({ lineHeight })}
      />
      <Button onClick={() => update(DEFAULT_SETTINGS.reader)}>{t('readerReset')}</Button>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  const name = useId();
  // Object.keys loses the key type of the table.
  const values = Object.keys(props.options) as Value[];
  return (
    <fieldset class="choice">
      <legend>{props.legend}</legend>
      <div class="cluster">
        {values.map((value) => (
          <label key={value} data-value={value}>
            <input
              type="radio"
              name={name}
              checked={props.chosen === value}
              onChange={() => props.onChoose(value)}
            />
            <span>{props.options[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  /** The value with its unit, as text. */
  readonly shown: string;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly onInput: (value: number) => void;
}

function Slider({ label, value, shown, range, onInput }: SliderProps): JSX.Element {
  return (
    <label class="slider">
      <span>{label}</span>
      <input
        type="range"
        {...range}
        value={value}
        aria-valuetext={shown}
        onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
      />
      <span aria-hidden="true">{shown}</span>
    </label>
  );
}
