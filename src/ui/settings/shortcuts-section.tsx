import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../../domain/result';
import { Button } from '../components/button';
import { type PlainKey, t } from '../strings';
import { Section } from './section';

/** Lists the keyboard shortcuts of the browser's commands and how to change them. */
export function ShortcutsSection({ shortcuts }: { readonly shortcuts: Shortcuts }): JSX.Element {
  const [rows, setRows] = useState<readonly Shortcut[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { change } = shortcuts;
  const readShortcuts = () => void shortcuts.list().then(setRows);

  useEffect(() => {
    readShortcuts();
    // Chromium changes them in another page, so they may be new when this page gets the focus.
    window.addEventListener('focus', readShortcuts);
    return () => window.removeEventListener('focus', readShortcuts);
  }, [shortcuts]);

  return (
    <Section id="shortcuts" title={t('optionsShortcuts')}>
      <dl class="options-keys full">
        {rows.map((row) => (
          <div key={row.name} class="line split gap-4">
            <dt>{commandLabel(row.name)}</dt>
            <dd>
              {change.kind === 'here' ? (
                <ShortcutField
                  shortcut={row}
                  onSet={async (keys) => {
                    const set = await change.set(row.name, keys);
                    setFailure(set.ok ? null : set.error);
                    readShortcuts();
                  }}
                />
              ) : (
                <kbd>{row.keys || t('optionsNoKeys')}</kbd>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {failure && <p role="alert">{t('optionsKeysRefused', failure)}</p>}
      {change.kind === 'here' ? (
        <p class="soft">{t('optionsKeysHere')}</p>
      ) : (
        <Button onClick={() => void change.open()}>{t('optionsKeysOpen')}</Button>
      )}
    </Section>
  );
}

interface ShortcutFieldProps {
  readonly shortcut: Shortcut;
  readonly onSet: (keys: string) => void;
}

/** A field that records the pressed keys. Backspace removes the shortcut, and Tab moves on. */
function ShortcutField({ shortcut, onSet }: ShortcutFieldProps): JSX.Element {
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

const NAMED_KEYS: Readonly<Record<string, string>> = {
  Comma: 'Comma',
  Period: 'Period',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Space: 'Space',
  Insert: 'Insert',
  Delete: 'Delete',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

/**
 * Returns the pressed keys as a manifest writes them (`Alt+Shift+J`). Returns null for an
 * incomplete shortcut and for one that no browser accepts: it needs Ctrl, Alt, the command key or a
 * function key.
 * @see
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/commands#key_combinations
 */
export function shortcutOf(
  event: Keys,
  isMac: boolean = navigator.platform.startsWith('Mac'),
): string | null {
  const key = keyName(event.code);
  if (key === null) return null;
  const modifiers = [
    // On a Mac, `Ctrl` in a manifest is the command key.
    event.ctrlKey && (isMac ? 'MacCtrl' : 'Ctrl'),
    event.metaKey && 'Command',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
  ].filter((modifier) => modifier !== false);
  const isWhole = /^F\d/.test(key) || modifiers.some((modifier) => modifier !== 'Shift');
  return isWhole && modifiers.length <= 2 ? [...modifiers, key].join('+') : null;
}

/** By the key's position: a letter pressed with Alt may produce another character. */
function keyName(code: string): string | null {
  return (
    /^Key([A-Z])$/.exec(code)?.[1] ??
    /^Digit(\d)$/.exec(code)?.[1] ??
    /^(F(?:[1-9]|1[0-2]))$/.exec(code)?.[1] ??
    NAMED_KEYS[code] ??
    null
  );
}

/** A keyboard shortcut that works in every tab. */
export interface Shortcut {
  /** The command's name in the manifest. */
  readonly name: string;
  /** The keys as the browser writes them (`Alt+Shift+J`); empty when none are set. */
  readonly keys: string;
}

/** Shortcuts are changed in our own page, or only in a page of the browser. */
export type ShortcutChange =
  | {
      readonly kind: 'here';
      /** The error is the browser's own message. Empty `keys` removes the shortcut. */
      set(name: string, keys: string): Promise<Result<void, string>>;
    }
  | { readonly kind: 'browser-page'; open(): Promise<void> };

/** The text of each command, by its name in the manifest. */
const COMMAND_NAMES: Readonly<Record<string, PlainKey>> = {
  'side-panel': 'commandSidePanel',
  _execute_sidebar_action: 'commandSidePanel',
  _execute_action: 'commandOpenPopup',
  'save-page': 'commandSavePage',
  highlight: 'commandHighlight',
};

/** Returns the text of a command. */
function commandLabel(name: string): string {
  const key = COMMAND_NAMES[name];
  return key ? t(key) : name;
}

/** The browser's shortcuts, which the entrypoint provides. */
export interface Shortcuts {
  list(): Promise<readonly Shortcut[]>;
  readonly change: ShortcutChange;
}
