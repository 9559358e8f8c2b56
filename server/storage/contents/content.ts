import type { BookmarkLink } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { BlobHash, BookmarkKey } from '../ids';

/** The body of a bookmark: what lists never read. */
export interface ContentRow {
  readonly bookmarkKey: BookmarkKey;
  /** Sanitised HTML; null when there is no article. */
  readonly article: string | null;
  /** Its text, as it is searched: words of different blocks with blanks between. */
  readonly text: string;
  readonly links: readonly BookmarkLink[];
  /** What `props.json` answers with. */
  readonly props: Readonly<Record<string, unknown>>;
  /** Of the extraction, for reading. */
  readonly log: string;
  readonly changed: UnixMs;
}

/** What of a body is sent to whoever syncs. */
export interface ContentBody extends Pick<ContentRow, 'article'> {
  /** JSON of `ContentRow.links`, as it is stored. */
  readonly linksJson: string;
}

/** Absent fields stay as they are, or are empty at first. */
export type ContentChange = Partial<Omit<ContentRow, 'bookmarkKey' | 'changed'>>;

/** What an image is for (protocol.md section 11). */
export type ResourceKind = 'icon' | 'image' | 'thumbnail' | 'embedded';

/** A file that came with a bookmark and waits for the extraction; nobody is shown it. */
export interface SentFile {
  /** Absolute. */
  readonly url: string;
  /** As it was sent, with its parameters; empty when it wasn't. */
  readonly contentType: string;
  readonly hash: BlobHash;
  readonly sizeBytes: number;
}

/** A file of a bookmark. Several can share the same bytes. */
export interface ResourceRow {
  /** In the path, such as `thumbnail.jpeg`; once in a bookmark. */
  readonly name: string;
  readonly kind: ResourceKind;
  readonly contentType: string;
  /** Where it came from; empty when it was made here. */
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** Of the bytes, as `keepBlob` gave it. */
  readonly hash: BlobHash;
  readonly sizeBytes: number;
}

/** A file with its bytes. */
export interface ResourceFile extends ResourceRow {
  readonly bytes: Uint8Array;
}

/**
 * Articles, files and what else belongs to one bookmark. None of this moves `updated`: the change
 * of the bookmark that comes with it does.
 */
export interface ContentRepository {
  /** null when nothing was written yet. */
  find(key: BookmarkKey): Promise<ContentRow | null>;
  /** Those of `keys` that have any. */
  findMany(keys: readonly BookmarkKey[]): Promise<ReadonlyMap<BookmarkKey, ContentRow>>;
  /**
   * The bodies of `keys` in their order, as many at a time as memory takes; one that is not there is
   * empty.
   * @param hasArticles whether articles are read, or left null
   */
  bodies(
    keys: readonly BookmarkKey[],
    hasArticles: boolean,
  ): AsyncIterable<ReadonlyMap<BookmarkKey, ContentBody>>;
  put(key: BookmarkKey, content: ContentChange): Promise<void>;

  /** Keeps bytes, once each; unless a resource refers to them they go again after an hour. */
  keepBlob(bytes: Uint8Array): Promise<BlobHash>;
  /** The files of a bookmark, by name. */
  resources(key: BookmarkKey): Promise<readonly ResourceRow[]>;
  /** Those of several bookmarks. */
  resourcesOfMany(
    keys: readonly BookmarkKey[],
  ): Promise<ReadonlyMap<BookmarkKey, readonly ResourceRow[]>>;
  /**
   * Files with their bytes, in their order, as many at a time as memory takes. One whose bytes are
   * gone is left out.
   */
  filesOf(resources: readonly ResourceRow[]): AsyncIterable<readonly ResourceFile[]>;
  /** Puts these files in the place of what was there. */
  putResources(key: BookmarkKey, resources: readonly ResourceRow[]): Promise<void>;
  /** A file of the bookmark that has this short id, whoever owns it; without its bytes. */
  resource(bookmarkId: string, name: string): Promise<ResourceRow | null>;
  /** As `resource`, with its bytes. */
  file(bookmarkId: string, name: string): Promise<ResourceFile | null>;
  /** Keeps what was sent with a bookmark until `putResources`, in this order. */
  putSent(key: BookmarkKey, files: readonly SentFile[]): Promise<void>;
  sent(key: BookmarkKey): Promise<readonly SentFile[]>;
  /** null when nothing refers to them any more. */
  bytes(hash: BlobHash): Promise<Uint8Array | null>;
  /** Removes bytes that nothing refers to, a batch of them; how many. */
  collectGarbage(): Promise<number>;
}
