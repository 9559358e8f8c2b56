import type { JSX } from 'preact';
import { REVIEW_RANGE } from '../../domain/settings';
import { t } from '../strings';
import type { SettingsStore } from './settings-store';

/** Chooses how many highlights a day has. */
export function ReviewForm({ settings }: { readonly settings: SettingsStore }): JSX.Element {
  const { reviewPerDay } = settings.settings.value;
  return (
    <>
      <h3>{t('reviewTitle')}</h3>
      <label class="cluster gap-3">
        {t('reviewPerDay')}
        <input
          class="field"
          type="number"
          {...REVIEW_RANGE}
          value={reviewPerDay}
          onChange={({ currentTarget }) => {
            const { valueAsNumber, validity } = currentTarget;
            if (validity.valid && !Number.isNaN(valueAsNumber))
              settings.update({ reviewPerDay: valueAsNumber });
            else currentTarget.valueAsNumber = reviewPerDay;
          }}
        />
      </label>
      <p class="hint">{t('reviewHint')}</p>
    </>
  );
}
