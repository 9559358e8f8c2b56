import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button';
import { commandLabel, type Shortcut, type Shortcuts } from '../shortcuts';
import { t } from '../strings';
import { Section } from './section';
import { ShortcutField } from './shortcut-field';

/** The keys that work in every tab: as the browser has them now, and the way to change them. */
export function ShortcutsSection({ shortcuts }: { readonly shortcuts: Shortcuts }): JSX.Element {
  const [rows, setRows] = useState<readonly Shortcut[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { change } = shortcuts;
  const look = () => void shortcuts.list().then(setRows);

  useEffect(() => {
    look();
    // They are changed in another page in Chromium; when this one is seen again they may be new.
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [shortcuts]);

  return (
    <Section title={t('optionsShortcuts')}>
      <dl class="options-keys">
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{commandLabel(row.name)}</dt>
            <dd>
              {change.kind === 'here' ? (
                <ShortcutField
                  shortcut={row}
                  onSet={async (keys) => {
                    const set = await change.set(row.name, keys);
                    setFailure(set.ok ? null : set.error);
                    look();
                  }}
                />
              ) : (
                <kbd>{row.keys || t('optionsNoKeys')}</kbd>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {failure && <p role="alert">{t('optionsKeysRefused', failure)}</p>}
      {change.kind === 'here' ? (
        <p class="options-hint">{t('optionsKeysHere')}</p>
      ) : (
        <>
          <p class="options-hint">{t('optionsKeysBrowser', change.address)}</p>
          <Button onClick={() => void change.open()}>{t('optionsKeysOpen')}</Button>
        </>
      )}
    </Section>
  );
}
