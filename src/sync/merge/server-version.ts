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
  /** What the server takes the page for: `article`, `photo`, `video`, or a word of its own. */
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
      // The host stands for a name that the server does not know.
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

/** Why there is no article of what a server says has none: for the same reason as where it was saved. */
export const withoutArticle = (
  page: { readonly url: string },
  documentType = '',
): AddressOnlyReason => (documentType === 'pdf' || isPdfAddress(page.url) ? 'pdf' : 'no-text');

/** By the same function as of what is captured here; a video takes as long as the server says. */
const minutesOf = ({ type, word_count, reading_time, lang }: BookmarkInfo): number =>
  type === 'video' || word_count === 0 ? reading_time : readingTimeMinutes(word_count, lang);

/** The contract has made sure that it is one. */
export const instantOf = (text: string): UnixMs => unixMs(parseInstant(text) ?? 0);
