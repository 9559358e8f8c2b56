import { createBackground } from '../src/messages/background-client';
import type { MESSAGES } from '../src/messages/messages';
import type { SettingsStore } from '../src/ui/settings/settings-store';
import { local } from './platform';
import { showTheme } from './show-theme';

let running: Promise<ReturnType<typeof import('./background')['startPageBackground']>> | null =
  null;

/** The parts of the background that work in this page. They are loaded after its first paint. */
export function pageBackground() {
  running ??= import('./background').then(({ startPageBackground }) => startPageBackground());
  return running;
}

/** The background as the components see it. */
export const background = createBackground<typeof MESSAGES>(
  Promise.resolve(),
  async ({ name, request }) => (await pageBackground()).answer(name, request),
);

let settings: Promise<SettingsStore> | null = null;

/** Returns the settings store of this page and applies the theme whenever it changes. */
export function connectSettings(): Promise<SettingsStore> {
  settings ??= import('../entrypoints/wiring/connect-settings').then(({ createPageSettings }) =>
    createPageSettings(local, showTheme),
  );
  return settings;
}
