import { browser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain/result';

/** Chromium's page for changing the shortcuts of extensions. */
const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

/** A shortcut of the manifest as currently set in the browser; `keys` is empty if none is set. */
export interface CommandKeys {
  readonly name: string;
  readonly keys: string;
}

/** The extension's shortcuts, in the order of the manifest. */
export async function listCommands(): Promise<readonly CommandKeys[]> {
  const commands = await browser.commands.getAll();
  return commands.map(({ name = '', shortcut = '' }) => ({ name, keys: shortcut }));
}

/** Only Firefox lets an extension change its shortcuts, and the types only cover Chromium. */
const changeable = (): Partial<FirefoxCommands> => browser.commands as Partial<FirefoxCommands>;

interface FirefoxCommands {
  update(details: { name: string; shortcut: string }): Promise<void>;
}

/** True if `setCommandKeys` works in this browser; otherwise use `openShortcutsPage`. */
export const canSetCommandKeys = (): boolean => changeable().update !== undefined;

/**
 * Sets the keys of a command. The error is the browser's message, for example about an invalid key.
 */
export async function setCommandKeys(name: string, keys: string): Promise<Result<void, string>> {
  try {
    await changeable().update?.({ name, shortcut: keys });
    return ok(undefined);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Opens the browser's page of shortcuts, because a page of the extension cannot link to
 * `SHORTCUTS_PAGE`.
 */
export async function openShortcutsPage(): Promise<void> {
  await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/** True if the button is pinned to the toolbar; false if the browser does not report it. */
export async function isButtonPinned(): Promise<boolean> {
  const action: Partial<Pick<typeof browser.action, 'getUserSettings'>> = browser.action;
  const settings = await action.getUserSettings?.();
  return settings?.isOnToolbar ?? false;
}
