import { browser } from 'wxt/browser';
import { err, ok, type Result } from '../../domain';

/** The page of Chromium where the shortcuts of extensions are changed. */
export const SHORTCUTS_PAGE = 'chrome://extensions/shortcuts';

/** A shortcut of the manifest as the browser has it now; `keys` is empty when none is set. */
export interface CommandKeys {
  readonly name: string;
  readonly keys: string;
}

/** Our shortcuts, in the order of the manifest. */
export async function listCommands(): Promise<readonly CommandKeys[]> {
  const commands = await browser.commands.getAll();
  return commands.map(({ name = '', shortcut = '' }) => ({ name, keys: shortcut }));
}

/** Only Firefox lets an extension change its shortcuts; the types know Chromium alone. */
const changeable = (): Partial<FirefoxCommands> => browser.commands as Partial<FirefoxCommands>;

interface FirefoxCommands {
  update(details: { name: string; shortcut: string }): Promise<void>;
}

/** Whether `setCommandKeys` works here; otherwise it is `openShortcutsPage`. */
export const canSetCommandKeys = (): boolean => changeable().update !== undefined;

/** Sets the keys of a command; the error is the browser's own sentence (a key it does not take). */
export async function setCommandKeys(name: string, keys: string): Promise<Result<void, string>> {
  try {
    await changeable().update?.({ name, shortcut: keys });
    return ok(undefined);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

/** Opens the browser's own page of shortcuts; `SHORTCUTS_PAGE` can't be a link in a page of ours. */
export async function openShortcutsPage(): Promise<void> {
  await browser.tabs.create({ url: SHORTCUTS_PAGE });
}

/** Whether the button is on the toolbar itself; false where the browser does not say. */
export async function isButtonPinned(): Promise<boolean> {
  const action: Partial<Pick<typeof browser.action, 'getUserSettings'>> = browser.action;
  const settings = await action.getUserSettings?.();
  return settings?.isOnToolbar ?? false;
}
