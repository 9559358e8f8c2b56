import { signal } from '@preact/signals';
import type { Settings, SettingsPatch } from '../../domain/settings';
import { readonly } from '../components/signals';
import type { MirrorStorage } from '../mirror';
import { settingsMirror } from './settings-mirror';

/** The stored settings (`storage.local`), which the entrypoint provides. */
interface SettingsSource {
  read(): Promise<Settings>;
  /** Stores a change and returns the new settings. */
  update(patch: SettingsPatch): Promise<Settings>;
  /** Calls back after each change, whichever page made it. */
  watch(listener: (settings: Settings) => void): () => void;
}

/** Creates the settings store. It starts with the mirrored settings and then follows `source`. */
export function createSettingsStore(source: SettingsSource, storage: MirrorStorage) {
  const mirror = settingsMirror(storage);
  const settings = signal(mirror.read());
  const take = (next: Settings) => {
    settings.value = next;
    mirror.write(next);
  };
  source.watch(take);
  void source.read().then(take);
  return {
    settings: readonly(settings),
    /** Applies a change at once and stores it. */
    update(patch: SettingsPatch) {
      const before = settings.value;
      const reader = { ...before.reader, ...patch.reader };
      const listening = { ...before.listening, ...patch.listening };
      take({ ...before, ...patch, reader, listening });
      void source.update(patch);
    },
  };
}

/** The current settings, live across all pages. The entrypoint creates the store. */
export type SettingsStore = ReturnType<typeof createSettingsStore>;
