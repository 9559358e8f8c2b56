import type { ReadonlySignal } from '@preact/signals';
import type { ReaderSettings, Settings } from '../domain';

/** A change to the settings; what is absent stays as it is. */
export interface SettingsPatch {
  readonly reader?: Partial<ReaderSettings>;
  readonly toolbarClick?: Settings['toolbarClick'];
}

/** The settings as they are now, in whatever page they were changed. Given by the entrypoint. */
export interface SettingsStore {
  readonly settings: ReadonlySignal<Settings>;
  /** Shows the change at once and keeps it. */
  update(patch: SettingsPatch): void;
}
