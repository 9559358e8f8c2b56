import type { JSX } from 'preact';
import { commandLabel, type Shortcut } from '../shortcuts';
import { t } from '../strings';
import { shortcutOf } from './shortcut-of';

interface ShortcutFieldProps {
  readonly shortcut: Shortcut;
  readonly onSet: (keys: string) => void;
}

/** A field that takes the keys pressed in it; Backspace takes the shortcut away, Tab moves on. */
export function ShortcutField({ shortcut, onSet }: ShortcutFieldProps): JSX.Element {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    if (event.key === 'Backspace') onSet('');
    const keys = shortcutOf(event);
    if (keys !== null) onSet(keys);
  };
  return (
    <input
      class="shortcut-field"
      aria-label={commandLabel(shortcut.name)}
      value={shortcut.keys}
      placeholder={t('optionsNoKeys')}
      readOnly
      onKeyDown={onKeyDown}
    />
  );
}
