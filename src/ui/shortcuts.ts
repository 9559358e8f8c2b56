import type { Result } from '../domain';
import { type PlainKey, t } from './strings';

/** A keyboard shortcut that works in every tab, as the browser has it now. */
export interface Shortcut {
  /** The command's name in the manifest. */
  readonly name: string;
  /** As the browser writes it (`Alt+Shift+J`); empty when none is set. */
  readonly keys: string;
}

/** Where the shortcuts are changed: in our own page, or only in a page of the browser's. */
export type ShortcutChange =
  | {
      readonly kind: 'here';
      /** The error is the browser's own sentence. Empty `keys` takes the shortcut away. */
      set(name: string, keys: string): Promise<Result<void, string>>;
    }
  | { readonly kind: 'browser-page'; readonly address: string; open(): Promise<void> };

/** What each command does, by its name in the manifest. */
const COMMANDS: Readonly<Record<string, PlainKey>> = {
  _execute_action: 'commandOpenPopup',
  'save-page': 'commandSavePage',
};

/** What the command does, in words. */
export function commandLabel(name: string): string {
  const key = COMMANDS[name];
  return key ? t(key) : name;
}

/** The browser's table of our shortcuts. Given by the entrypoint. */
export interface Shortcuts {
  list(): Promise<readonly Shortcut[]>;
  readonly change: ShortcutChange;
}
