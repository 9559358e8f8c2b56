import { effect, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MirrorStorage } from '../mirror';
import { settingsMirror } from '../settings/settings-mirror';
import type { SettingsStore } from '../settings/settings-store';

/** Returns the number of highlights of a day. It is known before the settings are loaded. */
export function usePerDay(storage: MirrorStorage, settings: () => Promise<SettingsStore>): number {
  const perDay = useSignal<number | null>(null);
  perDay.value ??= settingsMirror(storage).read().reviewPerDay;
  useEffect(() => {
    let [stop, isLeft] = [() => {}, false];
    void settings().then((store) => {
      if (isLeft) return;
      stop = effect(() => {
        perDay.value = store.settings.value.reviewPerDay;
      });
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [settings, perDay]);
  return perDay.value;
}
