import type { BookmarkType } from '../../../src/contract';
import type { TextDirection, UnixMs } from '../../../src/domain';
import type { BookmarkKey, UserId } from '../ids';

/** An image of a bookmark: the file's name below its address, and its size in pixels. */
export interface BookmarkImage {
  readonly name: string;
  /** 0 when unknown. */
  readonly width: number;
  readonly height: number;
}

export interface BookmarkImages {
  readonly icon?: BookmarkImage;
  readonly image?: BookmarkImage;
  readonly thumbnail?: BookmarkImage;
}

/** 0 loaded, 1 error, 2 loading (spec section 3). */
export type BookmarkState = 0 | 1 | 2;

/** What can be written of a bookmark (spec 2.9 and 2.10). */
export interface BookmarkFields {
  readonly state: BookmarkState;
  readonly url: string;
  readonly title: string;
  /** Host name. */
  readonly site: string;
  readonly siteName: string;
  /** Registered domain of the host. */
  readonly domain: string;
  /** null when unknown. */
  readonly published: UnixMs | null;
  readonly authors: readonly string[];
  readonly lang: string;
  /** Empty when unknown. */
  readonly textDirection: TextDirection | '';
  /** Empty while loading. */
  readonly documentType: string;
  readonly type: BookmarkType;
  readonly hasArticle: boolean;
  readonly description: string;
  readonly omitDescription: boolean;
  /** An `<iframe>` for a video; empty when there is none. */
  readonly embed: string;
  readonly embedDomain: string;
  /** Short messages of the extraction. */
  readonly errors: readonly string[];
  readonly images: BookmarkImages;
  readonly wordCount: number;
  /** Of a video, in seconds; 0 otherwise. */
  readonly durationSeconds: number;
  readonly isMarked: boolean;
  readonly isArchived: boolean;
  /** Per cent. */
  readonly readProgress: number;
  /** CSS selector; empty at the start. */
  readonly readAnchor: string;
  /** Each once, in the order of `sortedLabels`, whatever order they are written in. */
  readonly labels: readonly string[];
  /** When it will be deleted; null: not scheduled. */
  readonly deleteAt: UnixMs | null;
}

export interface BookmarkRow extends BookmarkFields {
  readonly key: BookmarkKey;
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly created: UnixMs;
  /** Grows with each change, by at least a millisecond. */
  readonly updated: UnixMs;
  /** As it was posted, without its fragment. */
  readonly initialUrl: string;
}

/** Absent fields are empty; the state is `loading` when not said. */
export interface NewBookmark extends Partial<BookmarkFields> {
  /** A new one when not given. */
  readonly id?: string;
  readonly url: string;
  /** `url` when not given. */
  readonly initialUrl?: string;
  /** Now when not given. */
  readonly created?: UnixMs;
}

/** Absent fields stay as they are. */
export type BookmarkChange = Partial<BookmarkFields>;
