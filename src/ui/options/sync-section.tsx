import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { SyncSettings } from '../../domain';
import { type PlainKey, t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { Section } from './section';

type Articles = SyncSettings['articles'];

const POLICIES: readonly {
  readonly value: Articles;
  readonly label: PlainKey;
  readonly hint: PlainKey;
}[] = [
  { value: 'all', label: 'articlesAll', hint: 'articlesAllHint' },
  { value: 'unread', label: 'articlesUnread', hint: 'articlesUnreadHint' },
  { value: 'none', label: 'articlesNone', hint: 'articlesNoneHint' },
];

/** Whose articles come from the server by themselves. */
export function SyncSection({ sync }: { readonly sync: SyncStore }): JSX.Element | null {
  const name = useId();
  const settings = sync.settings.value;
  if (settings === null || sync.syncer.value !== 'signed-in') return null;
  return (
    <Section title={t('optionsSync')}>
      <fieldset class="options-choice">
        <legend>{t('articlesTitle')}</legend>
        {POLICIES.map(({ value, label, hint }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={settings.articles === value}
              aria-describedby={`${name}-${value}`}
              onChange={() => sync.change({ articles: value })}
            />
            <span>
              {t(label)}
              <small id={`${name}-${value}`}>{t(hint)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p>
        <a href="/library.html#/sync">{t('syncOpen')}</a>
      </p>
    </Section>
  );
}
