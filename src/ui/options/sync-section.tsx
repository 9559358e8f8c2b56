import type { JSX } from 'preact';
import type { SyncSettings } from '../../domain';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { HintedChoice, type HintedOption } from './hinted-choice';
import { Section } from './section';

const POLICIES: readonly HintedOption<SyncSettings['articles']>[] = [
  { value: 'all', label: 'articlesAll', hint: 'articlesAllHint' },
  { value: 'unread', label: 'articlesUnread', hint: 'articlesUnreadHint' },
  { value: 'none', label: 'articlesNone', hint: 'articlesNoneHint' },
];

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
      <p>
        <a href="/library.html#/sync">{t('syncOpen')}</a>
      </p>
    </Section>
  );
}
