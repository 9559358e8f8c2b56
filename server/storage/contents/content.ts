import type { BookmarkLink } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { BlobHash, BookmarkKey } from '../ids';

/** The body of a bookmark, which lists never read. */
export interface ContentRow {
  readonly bookmarkKey: BookmarkKey;
  /** Sanitised HTML; null when there is no article. */
  readonly article: string | null;
  /** Its text for the search, with blanks between blocks. */
  readonly text: string;
  readonly links: readonly BookmarkLink[];
  /** The content of `props.json`. */
  readonly props: Readonly<Record<string, unknown>>;
  /** The log of the extraction, as text. */
  readonly log: string;
  readonly changed: UnixMs;
}

/** The part of a body that is sent in a sync. */
export interface ContentBody extends Pick<ContentRow, 'article'> {
  /** JSON of `ContentRow.links`, as it is stored. */
  readonly linksJson: string;
}

/** A change of a body. Absent fields stay unchanged; in a new row they are empty. */
export type ContentChange = Partial<Omit<ContentRow, 'bookmarkKey' | 'changed'>>;

/** The use of an image (protocol.md section 11). */
export type ResourceKind = 'icon' | 'image' | 'thumbnail' | 'embedded';

/** A file that was sent with a bookmark and waits for the extraction. It is not public. */
export interface SentFile {
  /** Absolute. */
  readonly url: string;
  /** The media type as sent, with its parameters; empty when none was sent. */
  readonly contentType: string;
  readonly hash: BlobHash;
  readonly sizeBytes: number;
}

/** A file of a bookmark. Several can share the same bytes. */
export interface ResourceRow {
  /** The name in the path, such as `thumbnail.jpeg`, unique in a bookmark. */
  readonly name: string;
  readonly kind: ResourceKind;
  readonly contentType: string;
  /** The source address; empty for files that the server made. */
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** The hash of the bytes, from `storeBlob`. */
  readonly hash: BlobHash;
  readonly sizeBytes: number;
}

/** A file with its bytes. */
export interface ResourceFile extends ResourceRow {
  readonly bytes: Uint8Array;
}

/**
 * Articles, files and other data of a bookmark. These writes do not change `updated`: the change of
 * the bookmark that comes with them does.
 */
export interface ContentRepository {
  /** Returns null when nothing was written yet. */
  find(key: BookmarkKey): Promise<ContentRow | null>;
  /** Returns the contents of those `keys` that have one. */
  findMany(keys: readonly BookmarkKey[]): Promise<ReadonlyMap<BookmarkKey, ContentRow>>;
  /**
   * Reads the bodies of `keys` in their order, in batches that fit into memory. A missing body is
   * empty.
   * @param hasArticles true to read articles; otherwise they are null
   */
  bodies(
    keys: readonly BookmarkKey[],
    hasArticles: boolean,
  ): AsyncIterable<ReadonlyMap<BookmarkKey, ContentBody>>;
  put(key: BookmarkKey, content: ContentChange): Promise<void>;

  /** Stores bytes. They are deleted after an hour unless a resource refers to them. */
  storeBlob(bytes: Uint8Array): Promise<BlobHash>;
  /** Lists the files of a bookmark by name. */
  resources(key: BookmarkKey): Promise<readonly ResourceRow[]>;
  /** Lists the files of several bookmarks, by name for each. */
  resourcesOfMany(
    keys: readonly BookmarkKey[],
  ): Promise<ReadonlyMap<BookmarkKey, readonly ResourceRow[]>>;
  /**
   * Reads files with their bytes in their order, in batches that fit into memory. A file whose bytes
   * are missing is left out.
   */
  filesOf(resources: readonly ResourceRow[]): AsyncIterable<readonly ResourceFile[]>;
  /** Replaces the files of a bookmark. */
  putResources(key: BookmarkKey, resources: readonly ResourceRow[]): Promise<void>;
  /** Finds a file of the bookmark with this short id, of any owner, without its bytes. */
  resource(bookmarkId: string, name: string): Promise<ResourceRow | null>;
  /** Like `resource`, with the bytes. */
  file(bookmarkId: string, name: string): Promise<ResourceFile | null>;
  /** Stores the files that were sent with a bookmark until `putResources`, in this order. */
  putSent(key: BookmarkKey, files: readonly SentFile[]): Promise<void>;
  sent(key: BookmarkKey): Promise<readonly SentFile[]>;
  /** Returns null when the bytes are not stored. */
  bytes(hash: BlobHash): Promise<Uint8Array | null>;
  /** Deletes a batch of bytes without references. Returns their number. */
  collectGarbage(): Promise<number>;
}
