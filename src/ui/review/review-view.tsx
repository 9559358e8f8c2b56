import openIcon from 'lucide-static/icons/book-open.svg?icon';
import keepIcon from 'lucide-static/icons/check.svg?icon';
import lessIcon from 'lucide-static/icons/clock.svg?icon';
import neverIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { shownSite } from '../../domain/bookmark';
import { dayOf } from '../../domain/calendar';
import { dayText, type ReviewAnswer } from '../../domain/review';
import { MINUTE_MS } from '../../domain/time';
import type { Library, ReviewedHighlight, ReviewOfDay } from '../../library';
import { Button } from '../components/button';
import { Empty } from '../components/empty';
import { Icon, type IconShapes } from '../components/icon';
import { useKeys } from '../components/key-bindings';
import { KeyList } from '../components/key-list';
import { SiteMark } from '../components/site-mark';
import { useNow } from '../components/use-now';
import { useStore } from '../components/use-store';
import { formatDate, formatPublished } from '../format';
import { HighlightedQuote, inColor, NoteField } from '../highlights/views/highlight-controls';
import { CURRENT_TAB, type HighlightListProps } from '../highlights/views/list-keys';
import type { MirrorStorage } from '../mirror';
import type { SettingsStore } from '../settings/settings-store';
import { formatNumber, type PlainKey, t } from '../strings';
import { createReviewStore, type ReviewStore } from './review-store';
import { usePerDay } from './use-per-day';
import './review-view.css';

interface ReviewViewProps extends HighlightListProps {
  readonly library: Promise<Library>;
  readonly storage: MirrorStorage;
  readonly settings: () => Promise<SettingsStore>;
}

/** The highlights of today, one at a time. */
export function ReviewView(props: ReviewViewProps): JSX.Element | null {
  const { library, tools, storage, settings } = props;
  const { act } = tools;
  const page = useRef<HTMLDivElement>(null);
  const perDay = usePerDay(storage, settings);
  const today = dayOf(useNow(MINUTE_MS));
  const store = useStore(
    () => library,
    (opened) => createReviewStore(opened, act, { today, perDay }),
    [library, act, today, perDay],
  );
  const day = store?.day.value ?? null;
  if (store === null || day === null) return null;
  const [shown] = day.left;
  const answer = (given: ReviewAnswer) => {
    // The buttons are about to be removed, and the focus must not be lost.
    if (day.left.length === 1 && page.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>(CURRENT_TAB)?.focus();
    void store.answer(given);
  };
  return (
    <div class="highlights-page scroll" ref={page}>
      {shown ? (
        <ReviewCard {...props} shown={shown} day={day} setNote={store.setNote} answer={answer} />
      ) : (
        <NothingLeft day={day} isOff={perDay === 0} />
      )}
      {props.isInFront && <ReviewKeys {...props} shown={shown} answer={answer} />}
    </div>
  );
}

function NothingLeft({ day, isOff }: { readonly day: ReviewOfDay; readonly isOff: boolean }) {
  if (day.isEmpty)
    return <Empty role="status" title={'highlightsNoneTitle'} text={'highlightsNone'} hasMark />;
  if (isOff)
    return (
      <Empty role="status" title={'reviewOff'} hasMark>
        <p>
          <a href="options.html#/highlights">{t('optionsTitle')}</a>
        </p>
      </Empty>
    );
  return (
    <Empty role="status" title={day.done > 0 ? 'reviewDone' : 'reviewNone'} hasMark>
      {day.nextDay !== null && <p>{t('reviewNext', formatPublished(dayText(day.nextDay)))}</p>}
    </Empty>
  );
}

/** The answers in the order of their buttons, with their keys. */
const ANSWERS: readonly (readonly [ReviewAnswer, PlainKey, IconShapes, readonly string[]])[] = [
  ['keep', 'reviewKeep', keepIcon, ['1', 'k']],
  ['less', 'reviewLess', lessIcon, ['2', 'l']],
  ['never', 'reviewNever', neverIcon, ['3', 'n']],
];

interface ReviewCardProps
  extends Pick<ReviewViewProps, 'library' | 'readHref'>,
    Pick<ReviewStore, 'setNote'> {
  readonly shown: ReviewedHighlight;
  readonly day: ReviewOfDay;
  readonly answer: (given: ReviewAnswer) => void;
}

function ReviewCard(props: ReviewCardProps): JSX.Element {
  const { shown, day, answer, setNote, library, readHref } = props;
  const { highlight, bookmark } = shown;
  const { quote, color, created } = highlight;
  const titleId = useId();
  return (
    <section class="highlight-group review-card card stack gap-4" aria-labelledby={titleId}>
      {/* The next one is announced. */}
      <div class="stack" aria-live="polite" aria-atomic="true">
        <p class="hint">
          {t(
            'reviewProgress',
            formatNumber(day.done + 1),
            formatNumber(day.done + day.left.length),
          )}
        </p>
        <div class="highlight-words stack" style={inColor(color)}>
          <HighlightedQuote color={color}>{quote.exact}</HighlightedQuote>
        </div>
        <div class="stack gap-0">
          <header class="line">
            <SiteMark page={bookmark} library={library} />
            <h2 class="truncate" id={titleId}>
              <a class="plain-link" href={readHref(bookmark.id, null)}>
                <bdi lang={bookmark.lang || undefined}>{bookmark.title}</bdi>
              </a>
            </h2>
          </header>
          <p class="highlight-facts cluster row-gap-0 hint">
            <bdi>{shownSite(bookmark)}</bdi>
            <time dateTime={new Date(created).toISOString()}>{formatDate(created)}</time>
          </p>
        </div>
      </div>
      <div class="cluster">
        {ANSWERS.map(([given, name, icon]) => (
          <Button
            key={given}
            look={given === 'keep' ? 'primary' : 'plain'}
            icon={icon}
            onClick={() => answer(given)}
          >
            {t(name)}
          </Button>
        ))}
        <a class="button" data-look="quiet" href={readHref(bookmark.id, highlight.id)}>
          <Icon shapes={openIcon} />
          <span>{t('reviewOpen')}</span>
        </a>
      </div>
      <div class="stack gap-1">
        <NoteField key={highlight.id} highlight={highlight} setNote={setNote} />
      </div>
      <p class="hint">{t('reviewHint')}</p>
    </section>
  );
}

interface ReviewKeysProps
  extends Pick<ReviewViewProps, 'tools' | 'readHref'>,
    Pick<ReviewCardProps, 'answer'> {
  readonly shown: ReviewedHighlight | undefined;
}

/** Activates the keys of the review, and lists them on request. */
function ReviewKeys(props: ReviewKeysProps): JSX.Element | null {
  const { tools, answer, shown, readHref } = props;
  const { toasts, dialogs } = tools;
  const open = () => {
    if (shown) window.location.assign(readHref(shown.bookmark.id, shown.highlight.id));
  };
  const keys = [
    ...ANSWERS.map(([given, action, , keys]) => ({ keys, action, run: () => answer(given) })),
    { keys: ['o'], action: 'keyOpenHighlight', run: open },
    { keys: ['u'], action: 'actionUndo', run: toasts.undoLast },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ] as const;
  useKeys(keys);
  return dialogs.dialog.value?.kind === 'keys' ? (
    <KeyList hints={keys} onClose={dialogs.close} />
  ) : null;
}
