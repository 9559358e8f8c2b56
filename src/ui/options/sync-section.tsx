import type { JSX } from 'preact';
import type { SyncSettings } from '../../domain';
import { formatBytes } from '../format-bytes';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { HintedChoice, type HintedOption } from './hinted-choice';
import { Section } from './section';

const POLICIES: readonly HintedOption<SyncSettings['articles']>[] = [
  { value: 'all', label: 'articlesAll', hint: 'articlesAllHint' },
  { value: 'unread', label: 'articlesUnread', hint: 'articlesUnreadHint' },
  { value: 'newest', label: 'articlesNewest', hint: 'articlesNewestHint' },
  { value: 'none', label: 'articlesNone', hint: 'articlesNoneHint' },
];

const BYTES_IN_MB = 1_000_000;
/** In MB. */
const SIZES = [50, 100, 200, 500, 1000, 2000, 5000];

const sizesWith = (chosen: number): readonly number[] =>
  [...new Set([...SIZES, chosen])].toSorted((a, b) => a - b);

/** Whose articles come from the server by themselves. */
export function SyncSection({ sync }: { readonly sync: SyncStore }): JSX.Element | null {
  const settings = sync.settings.value;
  if (settings === null || sync.syncer.value !== 'signed-in') return null;
  return (
    <Section title={t('optionsSync')}>
      <HintedChoice
        legend={t('articlesTitle')}
        options={POLICIES}
        chosen={settings.articles}
        onChoose={(articles) => sync.change({ articles })}
      />
      {settings.articles === 'newest' && (
        <label class="options-room">
          {t('articlesRoom')}
          <select
            value={settings.newestMb}
            onChange={({ currentTarget }) => sync.change({ newestMb: Number(currentTarget.value) })}
          >
            {sizesWith(settings.newestMb).map((mb) => (
              <option key={mb} value={mb}>
                {formatBytes(mb * BYTES_IN_MB, t('language'))}
              </option>
            ))}
          </select>
        </label>
      )}
      <p>
        <a href="/library.html#/sync">{t('syncOpen')}</a>
      </p>
    </Section>
  );
}
