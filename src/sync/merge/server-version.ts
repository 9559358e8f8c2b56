import { parseInstant } from '../../contract';
import { type AddressOnlyReason, isPdfAddress } from '../../domain/address-only';
import { PAGE_ONLY_FIELDS, PAGE_VALUE_FIELDS } from '../../domain/bookmark-fields';
import { isEmptyValue } from '../../domain/bookmark-values';
import { readingTimeMinutes } from '../../domain/reading-time';
import { FIRST_TIME, LAST_TIME, type UnixMs, unixMs } from '../../domain/time';
import type { ServerVersion, SyncedBookmark, SyncedFields } from '../../library';
import type { SyncedInfo } from '../../service';
import { fromWire } from './wire-names';

/** A bookmark as the server reports it. */
export interface RemoteBookmark {
  readonly serverId: string;
  readonly version: ServerVersion;
  /** False if the server did not say whether there is a note. The note of `version` is then empty. */
  readonly reportsNote: boolean;
  readonly updated: UnixMs;
  /**
   * When its article was captured; null: the server has read the page itself. Absent if the server does
   * not replace articles.
   */
  readonly captured?: UnixMs | null;
  readonly isLoaded: boolean;
  /** `article`, `photo`, `video` or another value; empty if the server could not read the page. */
  readonly documentType: string;
}

/** Converts a bookmark of the service. Labels keep the spelling of the server. */
export function toRemote(info: SyncedInfo): RemoteBookmark {
  return {
    serverId: info.id,
    updated: instantOf(info.updated),
    ...(info.captured !== undefined && {
      captured: info.captured === null ? null : instantOf(info.captured),
    }),
    isLoaded: info.loaded,
    documentType: info.document_type,
    reportsNote: info.note !== undefined,
    version: {
      ...fromWire(info),
      url: info.url,
      title: info.title.trim() || info.url,
      // Servers report the host if they do not know the name.
      ...(info.site_name === info.site && { siteName: '' }),
      published: info.published ?? null,
      note: info.note ?? '',
      textDirection: info.text_direction || null,
      created: instantOf(info.created),
      hasArticle: info.has_article,
      readingTimeMinutes: minutesOf(info),
    },
  };
}

/** Completes a bookmark whose note the server did not report. The note is that of `before`, unchanged. */
export const withNote = (
  remote: RemoteBookmark,
  { note }: Pick<ServerVersion, 'note'>,
): RemoteBookmark =>
  remote.reportsNote ? remote : { ...remote, version: { ...remote.version, note } };

/**
 * Returns the reason to show when the server has no article. A device that captured the page without
 * a text shows the same one. An empty type means that the server could not read the page.
 */
export function withoutArticle(
  page: { readonly url: string },
  documentType?: string,
): AddressOnlyReason {
  if (documentType === 'pdf' || isPdfAddress(page.url)) return 'pdf';
  return documentType === '' ? 'failed' : 'no-text';
}

/**
 * Returns the bookmark with the reason why it has no article here. A reason that was found on this
 * device stays if the server has no article either.
 */
export function withContent(
  bookmark: SyncedBookmark,
  { version, isLoaded, documentType }: RemoteBookmark,
): SyncedBookmark {
  const { content } = bookmark;
  if (!isLoaded || content.kind === 'article') return bookmark;
  const isUnread = content.reason === 'on-server' || content.reason === 'not-included';
  let { reason } = content;
  if (version.hasArticle) reason = 'on-server';
  else if (isUnread) reason = withoutArticle(version, documentType);
  return reason === content.reason
    ? bookmark
    : { ...bookmark, content: { kind: 'address', reason } };
}

/** Computed from the words as for a captured page; for a video, the minutes of the server. */
const minutesOf = ({ type, word_count, reading_time, lang }: SyncedInfo): number =>
  type === 'video' || word_count === 0 ? reading_time : readingTimeMinutes(word_count, lang);

/**
 * Converts an instant that the contract has validated. A time zone can put it before the first or after
 * the last year that a date can have.
 */
export const instantOf = (text: string): UnixMs =>
  unixMs(Math.min(Math.max(parseInstant(text) ?? 0, FIRST_TIME), LAST_TIME));

export type SyncedField = keyof SyncedFields;

/** Returns true if the server may still find the value in the page. */
export const mayBeUnread = (field: SyncedField, there: ServerVersion): boolean =>
  [...PAGE_VALUE_FIELDS, ...PAGE_ONLY_FIELDS].some((one) => one === field) &&
  isEmptyValue(there[field]);
