import { computed, signal } from '@preact/signals';
import type { Settings } from '../domain';
import { type MirrorStorage, readSettingsMirror, writeSettingsMirror } from './settings-mirror';
import type { SettingsPatch, SettingsStore } from './settings-store';

/** Where the settings are kept for good: `storage.local`, by way of the entrypoint. */
export interface SettingsSource {
  read(): Promise<Settings>;
  /** Keeps a change and gives the settings as they are then. */
  update(patch: SettingsPatch): Promise<Settings>;
  /** Calls back after each change, in whatever page it was made. */
  watch(listener: (settings: Settings) => void): () => void;
}

/** The settings from their mirror at once, then from `source`, live; each is mirrored as it comes. */
export function createSettingsStore(source: SettingsSource, mirror: MirrorStorage): SettingsStore {
  const settings = signal(readSettingsMirror(mirror));
  const take = (next: Settings) => {
    settings.value = next;
    writeSettingsMirror(mirror, next);
  };
  source.watch(take);
  void source.read().then(take);
  return {
    settings: computed(() => settings.value),
    update(patch) {
      const before = settings.value;
      take({ ...before, ...patch, reader: { ...before.reader, ...patch.reader } });
      void source.update(patch);
    },
  };
}
