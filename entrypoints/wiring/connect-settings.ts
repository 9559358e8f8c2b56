import { effect } from '@preact/signals';
import type { StoredArea } from '../../src/background/ports';
import {
  readSettings,
  updateSettings,
  watchSettings,
} from '../../src/background/settings/settings';
import type { ReaderSettings } from '../../src/domain/settings';
import { createSettingsStore, type SettingsStore } from '../../src/ui/settings/settings-store';

/** Creates the settings store of a page, and shows the theme whenever it changes. */
export function createPageSettings(
  local: StoredArea,
  showTheme: (theme: ReaderSettings['theme']) => void,
): SettingsStore {
  const store = createSettingsStore(
    {
      read: () => readSettings(local),
      update: (patch) => updateSettings(local, patch),
      watch: (listener) => watchSettings(local, listener),
    },
    localStorage,
  );
  effect(() => showTheme(store.settings.value.reader.theme));
  return store;
}
