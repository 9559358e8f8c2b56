import type { JSX } from 'preact';
import type { QueryField } from '../../query';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { type PlainKey, t } from '../strings';
import { FIELD_TEXTS } from './search-text';

const EXAMPLE_SEARCHES: readonly (readonly [example: string, text: PlainKey])[] = [
  ['glacier water', 'searchHelpWords'],
  ['"deep blue"', 'searchHelpPhrase'],
  ['-ice', 'searchHelpNot'],
  ['glac*', 'searchHelpStart'],
];

const EXAMPLES: readonly (readonly [field: QueryField, example: string])[] = [
  ['title', 'title:glacier'],
  ['author', 'author:nansen'],
  ['site', 'site:example.org'],
  ['label', 'label:"to read"'],
  ['note', 'note:cite'],
  ['is', 'is:favourite'],
  ['type', 'type:video'],
  ['before', 'before:2025-06'],
  ['after', 'after:7d'],
  ['during', 'during:month'],
  ['length', 'length:<10'],
];

/** Lists the operators of the search language with an example of each. */
export function SearchHelp({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const lines = [
    ...EXAMPLE_SEARCHES,
    ...EXAMPLES.map(([field, example]) => [example, FIELD_TEXTS[field]] as const),
    ['is:new', 'searchHelpUnread'] as const,
    ['label:ice -is:read "deep blue"', 'searchHelpTogether'] as const,
  ];
  return (
    <Dialog title={t('searchHelp')} onClose={onClose}>
      <dl class="search-help stack gap-2">
        {lines.map(([example, text]) => (
          <div key={example}>
            <dt>
              <code dir="ltr">{example}</code>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('searchHelpKeys')}</p>
      <p class="buttons">
        <Button onClick={onClose}>{t('actionClose')}</Button>
      </p>
    </Dialog>
  );
}
