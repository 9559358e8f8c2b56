import type { Bookmark } from '../../domain';
import { ADDRESS_ONLY_REASONS, BACKGROUND_FAILURES, SAVE_FAILURES } from '../sentences';
import { plural, t } from '../strings';
import type { CurrentPage } from './current-page-store';

/** The current page in words. */
export interface PageWords {
  /** Empty while nothing is known and nobody would wonder yet. */
  readonly status: string;
  readonly title: string;
  /** One or two short lines under the title. */
  readonly note: string;
  readonly tone: 'calm' | 'good' | 'alarm';
}

/** What the popup says of the page in front; `canUndo`: while the save can still be taken back. */
export function pageWords(
  page: CurrentPage,
  bookmark: Bookmark | null,
  canUndo: boolean,
): PageWords {
  switch (page.kind) {
    case 'asking': {
      const isToldSaving = page.isSlow && page.isSaving;
      return { status: isToldSaving ? t('statusSaving') : '', title: '', note: '', tone: 'calm' };
    }
    case 'saving':
      return { status: t('statusSaving'), title: page.title, note: hostOf(page.url), tone: 'calm' };
    case 'unanswered':
      return alarm(t('statusUnanswered'), '', t(BACKGROUND_FAILURES[page.failure]));
    case 'failed':
      return alarm(t('statusFailed'), page.title, t(SAVE_FAILURES[page.failure]));
    case 'nothing':
      return {
        status: t('appName'),
        title: t('pageNothingTitle'),
        note: t('pageNothing'),
        tone: 'calm',
      };
    case 'unsaved':
      return {
        status: t('statusUnsaved'),
        title: page.title,
        note: hostOf(page.url),
        tone: 'calm',
      };
    case 'saved':
      return savedWords(page, bookmark, canUndo);
  }
}

function savedWords(
  page: Extract<CurrentPage, { kind: 'saved' }>,
  bookmark: Bookmark | null,
  canUndo: boolean,
): PageWords {
  const title = bookmark?.title ?? page.title;
  if (bookmark && bookmark.trashedAt !== null) {
    return { status: t('statusInTrash'), title, note: t('pageInTrash'), tone: 'calm' };
  }
  const status =
    page.outcome !== 'existing'
      ? t('statusSaved')
      : t(canUndo ? 'statusSavedJustNow' : 'statusAlreadySaved');
  return { status, title, note: savedNote(page, bookmark), tone: 'good' };
}

function savedNote(
  page: Extract<CurrentPage, { kind: 'saved' }>,
  bookmark: Bookmark | null,
): string {
  const content = bookmark?.content ?? null;
  const reason = content === null ? page.addressOnly : 'reason' in content ? content.reason : null;
  if (reason !== null) return t(ADDRESS_ONLY_REASONS[reason]);
  if (page.outcome === 'restored') return t('pageRestored');
  if (page.isPrivateWindow) return t('pagePrivate');
  const minutes = bookmark?.readingTimeMinutes ?? 0;
  const site = bookmark?.siteName || bookmark?.site || hostOf(page.url);
  return minutes === 0 ? site : t('pageFacts', site, plural('minutes', minutes));
}

const alarm = (status: string, title: string, note: string): PageWords => ({
  status,
  title,
  note,
  tone: 'alarm',
});

const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '';
