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
 * What is pressed, as a manifest writes it (`Alt+Shift+J`); null while it is no whole shortcut yet,
 * or one that no browser takes: it wants Ctrl, Alt or the command key, or a function key.
 * @see https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/commands#key_combinations
 */
export function shortcutOf(
  event: Keys,
  isMac: boolean = navigator.platform.startsWith('Mac'),
): string | null {
  const key = keyName(event.code);
  if (key === null) return null;
  const modifiers = [
    // On a Mac a manifest's `Ctrl` is the command key.
    event.ctrlKey && (isMac ? 'MacCtrl' : 'Ctrl'),
    event.metaKey && 'Command',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
  ].filter((modifier) => modifier !== false);
  const isWhole = /^F\d/.test(key) || modifiers.some((modifier) => modifier !== 'Shift');
  return isWhole && modifiers.length <= 2 ? [...modifiers, key].join('+') : null;
}

/** By the key's place: a letter pressed with Alt may write another sign. */
function keyName(code: string): string | null {
  return (
    /^Key([A-Z])$/.exec(code)?.[1] ??
    /^Digit(\d)$/.exec(code)?.[1] ??
    /^(F(?:[1-9]|1[0-2]))$/.exec(code)?.[1] ??
    NAMED_KEYS[code] ??
    null
  );
}
