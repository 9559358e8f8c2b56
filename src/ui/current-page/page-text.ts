import { type Bookmark, shownSite } from '../../domain/bookmark';
import { isWebAddress } from '../../domain/web-address';
import { ADDRESS_ONLY_TEXTS, BACKGROUND_FAILURES, SAVE_FAILURES } from '../messages';
import { formatUnit, plural, t } from '../strings';
import type { CurrentPage } from './current-page-store';

/** The texts about the current page. */
interface PageText {
  /** Empty while the state is unknown and the wait is not noticeable. */
  readonly status: string;
  readonly title: string;
  /** One line of facts under the title, or a sentence. */
  readonly note: string;
  readonly tone: 'calm' | 'good' | 'alarm';
}

/** Returns the texts about the current page. `canUndo` is true while the save can be undone. */
export function pageText(page: CurrentPage, bookmark: Bookmark | null, canUndo: boolean): PageText {
  switch (page.kind) {
    case 'asking': {
      const showsSaving = page.isSlow && page.isSaving;
      return facts(showsSaving ? t('statusSaving') : '', '', '');
    }
    case 'saving':
      return facts(t('statusSaving'), page.title, shownHostOf(page.url));
    case 'unanswered':
      return alarm(t('statusUnanswered'), '', t(BACKGROUND_FAILURES[page.failure]));
    case 'failed':
      return alarm(t('statusFailed'), page.title, t(SAVE_FAILURES[page.failure]));
    case 'nothing':
      return facts(t('appName'), t('pageNothingTitle'), t('pageNothing'));
    case 'withheld':
      return facts(t('appName'), t('pageNothingTitle'), t('pageWithheld'));
    case 'not-loaded':
      return facts(t('statusNotLoaded'), page.url, t('pageNotLoaded'));
    case 'error-page':
      return facts(t('statusErrorPage'), page.title, t('pageNotLoaded'));
    case 'unsaved':
      return facts(t('statusUnsaved'), page.title, shownHostOf(page.url));
    case 'saved':
      return savedText(page, bookmark, canUndo);
  }
}

function savedText(
  page: Extract<CurrentPage, { kind: 'saved' }>,
  bookmark: Bookmark | null,
  canUndo: boolean,
): PageText {
  const title = bookmark?.title ?? page.title;
  if (bookmark && bookmark.trashedAt !== null) {
    return facts(t('statusInTrash'), title, savedFacts(page, bookmark));
  }
  const status = savedStatus(page, canUndo);
  const note = savedSentence(page, bookmark) ?? savedFacts(page, bookmark);
  return { status, title, note, tone: 'good' };
}

function savedStatus(page: Extract<CurrentPage, { kind: 'saved' }>, canUndo: boolean): string {
  // Servers accept web addresses only.
  if (!isWebAddress(page.url)) return t('statusSavedHereOnly');
  if (page.outcome !== 'existing') return t('statusSaved');
  return t(canUndo ? 'statusSavedJustNow' : 'statusAlreadySaved');
}

/** Returns a sentence about a save that differs from the usual one, or null. */
function savedSentence(
  page: Extract<CurrentPage, { kind: 'saved' }>,
  bookmark: Bookmark | null,
): string | null {
  const content = bookmark?.content ?? null;
  const reason = content === null ? page.addressOnly : 'reason' in content ? content.reason : null;
  if (reason !== null) return t(ADDRESS_ONLY_TEXTS[reason]);
  if (page.outcome === 'restored') return t('pageRestored');
  return page.isPrivateWindow ? t('pagePrivate') : null;
}

function savedFacts(
  { url, highlights = 0 }: { readonly url: string; readonly highlights?: number },
  bookmark: Bookmark | null,
): string {
  const minutes = bookmark?.readingTimeMinutes ?? 0;
  const name = (bookmark && shownSite(bookmark)) || shownHostOf(url);
  const time = minutes === 0 ? '' : formatUnit(minutes, 'minute');
  const marked = highlights === 0 ? '' : plural('highlightsCount', highlights);
  return joined(joined(name, time), marked);
}

const joined = (first: string, second: string): string =>
  first === '' || second === '' ? first + second : t('pageFacts', first, second);

const facts = (status: string, title: string, note: string): PageText => ({
  status,
  title,
  note,
  tone: 'calm',
});

const alarm = (status: string, title: string, note: string): PageText => ({
  status,
  title,
  note,
  tone: 'alarm',
});

const shownHostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? '';
