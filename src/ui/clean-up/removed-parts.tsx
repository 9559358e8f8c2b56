import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { RemovedPart, Remover } from '../../domain/site-rules/page-structure';
import { Button } from '../components/button';
import { formatNumber, type PlainKey, t } from '../strings';
import { wordsOfPart } from './edit-article';

interface RemovedPartsProps {
  readonly parts: readonly RemovedPart[];
  /** The language of the article; empty: unknown. */
  readonly lang: string;
  readonly onKeep: (part: RemovedPart) => void;
}

const REMOVER_NAMES: Readonly<Record<Remover, PlainKey>> = {
  page: 'removedByCapture',
  rule: 'removedByRule',
  person: 'removedByPerson',
};

/** The parts of a page that are not in its article, collapsed. Each can be kept. */
export function RemovedParts({ parts, lang, onKeep }: RemovedPartsProps): JSX.Element {
  if (parts.length === 0) return <p class="soft">{t('removedNothing')}</p>;
  return (
    <details class="removed-parts">
      <summary>{t('removedParts', formatNumber(parts.length))}</summary>
      <ul class="stack">
        {parts.map((part, at) => (
          <Part key={`${at} ${part.html.length}`} part={part} lang={lang} onKeep={onKeep} />
        ))}
      </ul>
    </details>
  );
}

interface PartProps extends Pick<RemovedPartsProps, 'lang' | 'onKeep'> {
  readonly part: RemovedPart;
}

function Part({ part, lang, onKeep }: PartProps): JSX.Element {
  const textId = useId();
  const words = useMemo(() => wordsOfPart(part), [part]);
  return (
    <li class="line split gap-3">
      <div>
        <p class="wrap-anywhere" id={textId} lang={lang || undefined} dir="auto">
          {words === '' ? t('cleanUpImage') : words}
        </p>
        <p class="hint wrap-anywhere">{t(REMOVER_NAMES[part.by])}</p>
      </div>
      <Button describedBy={textId} onClick={() => onKeep(part)}>
        {t('cleanUpKeep')}
      </Button>
    </li>
  );
}
