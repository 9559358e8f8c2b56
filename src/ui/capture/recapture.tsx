import { useSignal } from '@preact/signals';
import againIcon from 'lucide-static/icons/refresh-cw.svg?icon';
import type { JSX } from 'preact';
import type { ArticleWay, CaptureChange } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import type { Act } from '../components/act';
import { Button } from '../components/button';
import { ChoiceCards, type NamedChoice, named } from '../components/choice-cards';
import type { ToastStore } from '../components/toasts';
import { articleSubject, putEarlierBack } from '../earlier-articles/put-back';
import { BACKGROUND_FAILURES } from '../messages';
import { formatNumber, t } from '../strings';
import { CaptureAgain, type Captured } from './capture-again';
import './recapture.css';

export interface RecaptureDeps {
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
  readonly library: Library | Promise<Pick<Library, 'bookmarks' | 'part'>>;
  readonly background: Pick<ExtensionBackground, 'captureAgain' | 'fetchArticle'>;
}

/** `leafmark`: with our rules. */
const RECAPTURE_WAYS: readonly NamedChoice<ArticleWay | 'leafmark'>[] = [
  { value: 'leafmark', label: 'appName' },
  { value: 'plain', label: 'captureWayPlain' },
  { value: 'whole-page', label: 'captureWayWhole' },
];

interface RecaptureProps {
  readonly deps: RecaptureDeps;
  readonly bookmark: Bookmark;
}

/** Captures a page again, also in another way, and says what has changed. */
export function Recapture({ deps, bookmark }: RecaptureProps): JSX.Element {
  const { id } = bookmark;
  const { background } = deps;
  const way = useSignal<ArticleWay | null>(null);
  const outcome = useSignal<readonly string[]>([]);
  /** The number of a capture that was not taken, because it is too short. */
  const offered = useSignal<number | null>(null);

  const answer = async (captured: Captured) => {
    offered.value = captured.ok && captured.value.isTooShort ? captured.value.earlierId : null;
    outcome.value = captured.ok
      ? changeLines(captured.value)
      : [t(BACKGROUND_FAILURES[captured.error.kind])];
    if (!captured.ok || captured.value.isTooShort || captured.value.earlierId === null) return;
    const done = changeLines(captured.value).join(' ');
    await deps.act(captured, { message: () => done, about: articleSubject(id) });
  };
  const take = async (earlierId: number) => {
    offered.value = null;
    outcome.value = [];
    const library = await deps.library;
    await putEarlierBack(
      { ...deps, library },
      id,
      earlierId,
      t('earlierRecaptured', bookmark.title),
    );
  };

  return (
    <div class="capture-again stack start full">
      <details class="capture-ways full">
        <summary>{t('captureWays')}</summary>
        <ChoiceCards
          legend={t('captureWays')}
          isLegendHidden
          choices={named(RECAPTURE_WAYS)}
          chosen={way.value ?? 'leafmark'}
          onChoose={(chosen) => {
            way.value = chosen === 'leafmark' ? null : chosen;
          }}
        />
      </details>
      <CaptureAgain
        bookmark={bookmark}
        background={background}
        way={way.value}
        icon={againIcon}
        onAnswer={(captured) => void answer(captured)}
      />
      <div role="status">
        {outcome.value.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {offered.value !== null && (
        <Button onClick={() => offered.value !== null && void take(offered.value)}>
          {t('captureAnyway')}
        </Button>
      )}
    </div>
  );
}

/** Describes what *Capture again* changed. */
function changeLines(change: CaptureChange): readonly string[] {
  if (change.isTooShort) return [wordsLine(change), t('earlierOffer')];
  const lines: string[] = [];
  if (change.titleBefore !== null) lines.push(t('changeTitle', change.titleBefore));
  if (change.wordsBefore !== change.wordsAfter) {
    lines.push(wordsLine(change));
  }
  if (change.paragraphsAdded > 0)
    lines.push(t('changeAdded', formatNumber(change.paragraphsAdded)));
  if (change.paragraphsRemoved > 0)
    lines.push(t('changeRemoved', formatNumber(change.paragraphsRemoved)));
  if (change.imagesBefore !== change.imagesAfter) {
    const [after, before] = [change.imagesAfter, change.imagesBefore].map(formatNumber);
    lines.push(t('changeImages', after ?? '', before ?? ''));
  }
  return lines.length === 0 ? [t('captureUnchanged')] : lines;
}

const wordsLine = ({ wordsAfter, wordsBefore }: CaptureChange): string =>
  t('changeWords', formatNumber(wordsAfter), formatNumber(wordsBefore));
