import { effect } from '@preact/signals';
import { createBackground } from '../src/messages/background-client';
import { createSettingsStore, type SettingsStore } from '../src/ui/settings/settings-store';
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
export const background = createBackground(Promise.resolve(), async ({ name, request }) =>
  (await pageBackground()).answer(name, request),
);

let settings: Promise<SettingsStore> | null = null;

/** Returns the settings store of this page and applies the theme whenever it changes. */
export function connectSettings(): Promise<SettingsStore> {
  settings ??= import('../src/extension/settings/settings').then((source) => {
    const store = createSettingsStore(
      {
        read: () => source.readSettings(local),
        update: (patch) => source.updateSettings(local, patch),
        watch: (listener) => source.watchSettings(local, listener),
      },
      localStorage,
    );
    effect(() => showTheme(store.settings.value.reader.theme));
    return store;
  });
  return settings;
}
