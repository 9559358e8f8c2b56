import { type BookmarkInfo, parseInstant } from '../../contract';
import { type UnixMs, unixMs } from '../../domain';
import type { ServerVersion } from '../../library';

/** What a server says of a bookmark. */
export interface Remote {
  readonly serverId: string;
  readonly version: ServerVersion;
  readonly updated: UnixMs;
  readonly isLoaded: boolean;
}

/** A bookmark of a server in our words; its labels as they are written there. */
export function remoteOf(info: BookmarkInfo): Remote {
  return {
    serverId: info.id,
    updated: instantOf(info.updated),
    isLoaded: info.loaded,
    version: {
      url: info.url,
      title: info.title.trim() || info.url,
      siteName: info.site_name,
      authors: info.authors,
      published: info.published,
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
      // It rounds down: of a text that is read in less than a minute it says nothing.
      readingTimeMinutes: info.reading_time || Math.min(info.word_count, 1),
    },
  };
}

/** The contract has made sure that it is one. */
export const instantOf = (text: string): UnixMs => unixMs(parseInstant(text) ?? 0);
