import { createBackground } from '../src/messages/background-client';
import type { MESSAGES } from '../src/messages/messages';
import type { SettingsStore } from '../src/ui/settings/settings-store';
import { showTheme } from './show-theme';
import { local } from './stored-area';

let running: ReturnType<typeof import('./connect-background')['connectBackground']> | null = null;

/** The background of this page, which is loaded after the first paint. After a failure the next call tries again. */
export function pageBackground() {
  running ??= import('./connect-background')
    .then(({ connectBackground }) => connectBackground())
    .catch((error: unknown) => {
      running = null;
      throw error;
    });
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
