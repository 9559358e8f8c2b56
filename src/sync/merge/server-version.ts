import { type BookmarkInfo, parseInstant } from '../../contract';
import {
  type AddressOnlyReason,
  isPdfAddress,
  readingTimeMinutes,
  type UnixMs,
  unixMs,
} from '../../domain';
import type { ServerVersion } from '../../library';

/** What a server says of a bookmark. */
export interface Remote {
  readonly serverId: string;
  readonly version: ServerVersion;
  readonly updated: UnixMs;
  readonly isLoaded: boolean;
  /** `article`, `photo`, `video`, or another word of the server; empty when it could not read the page. */
  readonly documentType: string;
}

/** A bookmark of a server in our words; its labels as they are written there. */
export function remoteOf(info: BookmarkInfo): Remote {
  return {
    serverId: info.id,
    updated: instantOf(info.updated),
    isLoaded: info.loaded,
    documentType: info.document_type,
    version: {
      url: info.url,
      title: info.title.trim() || info.url,
      // Servers say the host when they do not know the name.
      siteName: info.site_name === info.site ? '' : info.site_name,
      authors: info.authors,
      published: info.published ?? null,
      description: info.description,
      lang: info.lang,
      textDirection: info.text_direction || null,
      type: info.type,
      labels: info.labels,
      isFavourite: info.is_marked,
      isArchived: info.is_archived,
      readProgress: info.read_progress,
      readAnchor: info.read_anchor,
      created: instantOf(info.created),
      hasArticle: info.has_article,
      wordCount: info.word_count,
      readingTimeMinutes: minutesOf(info),
    },
  };
}

/** The reason to show when a server has no article; the device that saved the page shows the same one. */
export const withoutArticle = (
  page: { readonly url: string },
  documentType = '',
): AddressOnlyReason => (documentType === 'pdf' || isPdfAddress(page.url) ? 'pdf' : 'no-text');

/** Counted from the words as for a page that is captured here; of a video, the minutes of the server. */
const minutesOf = ({ type, word_count, reading_time, lang }: BookmarkInfo): number =>
  type === 'video' || word_count === 0 ? reading_time : readingTimeMinutes(word_count, lang);

/** The contract has made sure that it is one. */
export const instantOf = (text: string): UnixMs => unixMs(parseInstant(text) ?? 0);
