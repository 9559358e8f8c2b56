import * as z from 'zod/mini';
import { READ_STATUSES } from '../../contract';
import { ADDRESS_ONLY_REASONS, type AddressOnlyReason } from '../../domain/address-only';
import {
  type Article,
  CAPTURE_WARNINGS,
  type CaptureReport,
  IMAGE_DROP_REASONS,
  PAGE_KINDS,
} from '../../domain/article';
import type { AssetHash, Bookmark, BookmarkId } from '../../domain/bookmark';
import {
  BOOKMARK_FIELD_NAMES,
  BOOKMARK_FIELDS,
  BOOKMARK_TYPES,
  type BookmarkField,
  type BookmarkValues,
  PAGE_VALUE_FIELDS,
  type PageValues,
  type ValueOfKind,
} from '../../domain/bookmark-fields';
import { DETAIL_FIELDS, type DetailField } from '../../domain/bookmark-values';
import type { Collection, CollectionId } from '../../domain/collection';
import {
  type Highlight,
  type HighlightId,
  type HighlightPosition,
  type Quote,
  UNANCHORED,
} from '../../domain/highlight';
import { LABEL_COLORS } from '../../domain/label-tree';
import { MAX_ORIGINAL_BYTES } from '../../domain/original-file';
import { RETENTION_DAYS, type Retention } from '../../domain/retention';
import { NOT_REVIEWED, reviewText } from '../../domain/review';
import {
  NAME_ATTRIBUTES,
  RULE_ACTIONS,
  SITE_RULE_LIMITS,
  type SiteRule,
  type SiteRuleId,
} from '../../domain/site-rules/site-rule';
import { FIRST_TIME, LAST_TIME, type UnixMs, unixMs } from '../../domain/time';
import type { UrlKey } from '../../domain/url-identity';

// The shapes of the entries of a bundle. docs/bundle.schema.json is made from them. Keys are written
// in the order of these shapes, so that the same library gives the same bytes.

/** A reader refuses a greater version, and ignores fields that it does not know. */
export const BUNDLE_VERSION = 1;

/** Number of bookmarks in one entry. */
export const BUNDLE_PAGE = 100;

/** Bounds of what is read, in bytes or in UTF-16 code units. */
export const BUNDLE_LIMITS = {
  entries: 4_000_000,
  directoryBytes: 500_000_000,
  linesOfEntry: 100_000,
  pageBytes: 100_000_000,
  articleBytes: 200_000_000,
  structureBytes: 50_000_000,
  imageBytes: 50_000_000,
  originalBytes: MAX_ORIGINAL_BYTES,
  listBytes: 100_000_000,
} as const;

export const text = (max: number) => z.string().check(z.maxLength(max));
export const count = z.int().check(z.nonnegative());
const time = z.pipe(
  z.int().check(z.minimum(FIRST_TIME), z.maximum(LAST_TIME)),
  z.transform(unixMs),
);

/** An id of this kind, which the library replaces if it is in use. */
export const idOf = <Id extends BookmarkId | HighlightId | CollectionId | SiteRuleId>() =>
  z.pipe(
    z.string().check(z.regex(/^[\w-]{1,64}$/)),
    z.transform((id) => id as Id),
  );
const id = idOf<BookmarkId>();
const hash = z.pipe(
  z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  // The reader compares it with the bytes.
  z.transform((hex) => hex as AssetHash),
);
/** The longest address that a browser opens. */
const url = text(2_097_152);
const key = z.pipe(
  url,
  z.transform((normal) => normal as UrlKey),
);
/** No answer of a server is longer (`maxJsonBytes`). */
const words = text(34_000_000);
const size = z.nullable(z.number().check(z.nonnegative()));

/** The part of a library that a bundle has. */
const BundlePart = z.object({
  /** The name of the list, or of the selection. */
  name: words,
  bookmarks: count,
  /** Number of bookmarks in the library. */
  of: count,
});
export type BundlePart = Readonly<z.output<typeof BundlePart>>;

/** The first entry as every version has it. It identifies the file. */
export const BundleVersion = z.object({
  format: z.literal('leafmark-library'),
  version: z.int().check(z.minimum(1)),
});

/** The first entry. */
export const BundleHead = z.object({
  ...BundleVersion.shape,
  /** null: the whole library, with collections and settings. Otherwise only bookmarks. */
  part: z.nullable(BundlePart),
});

/** The `src` of an image in an article, which may have the whole image. */
const source = text(BUNDLE_LIMITS.articleBytes);
const BundleImage = z.union([
  z.object({ url: source, width: size, height: size, hash }),
  z.object({
    url: source,
    width: size,
    height: size,
    hash: z.null(),
    reason: z.enum(IMAGE_DROP_REASONS),
  }),
]);

const Report: z.ZodMiniType<CaptureReport> = z.object({
  words: count,
  imagesKept: count,
  imagesDropped: count,
  warnings: z.array(z.enum(CAPTURE_WARNINGS)).check(z.maxLength(100)),
  rules: z.exactOptional(z.object({ removed: count, kept: count, refused: count })),
  kind: z.exactOptional(z.enum(PAGE_KINDS)),
});

/** Everything about a stored article but its text, which is an entry of its own. */
export interface BundleArticle extends Omit<Article, 'bookmarkId' | 'html'> {
  /** The path of the entry with the HTML, as it is stored. */
  readonly file: string;
  /** The path of the entry with its `BundleStructure`. Absent where the page is not known. */
  readonly structure?: string;
  readonly wordCount: number;
  readonly iconUrl: string | null;
  readonly imageUrl: string | null;
}

export const BundleArticle: z.ZodMiniType<BundleArticle> = z.object({
  file: text(200),
  structure: z.exactOptional(text(200)),
  capturedAt: time,
  changedAt: z.exactOptional(time),
  textLength: count,
  wordCount: count,
  images: z.array(BundleImage).check(z.maxLength(2_000_000)),
  iconUrl: z.nullable(source),
  imageUrl: z.nullable(source),
  report: Report,
  original: z.exactOptional(z.object({ hash, sizeBytes: count })),
});

const names = z.array(words).check(z.maxLength(1_000_000));

/** The values of each kind of field. */
const SCHEMAS_BY_KIND: { readonly [Kind in keyof ValueOfKind]: z.ZodMiniType<ValueOfKind[Kind]> } =
  {
    text: words,
    texts: names,
    date: z.nullable(words),
    flag: z.boolean(),
    percent: z.number().check(z.minimum(0), z.maximum(100)),
    count,
    direction: z.nullable(z.enum(['ltr', 'rtl'])),
    type: z.enum(BOOKMARK_TYPES),
  };

type SchemasOf<Values> = { readonly [Field in keyof Values]-?: z.ZodMiniType<Values[Field]> };

const schemasOf = <Field extends BookmarkField>(fields: readonly Field[]) =>
  // Each field has the schema of its own kind.
  Object.fromEntries(
    fields.map((field) => [field, SCHEMAS_BY_KIND[BOOKMARK_FIELDS[field].kind]]),
  ) as unknown as SchemasOf<Pick<BookmarkValues, Field>>;

const OriginalValues = z.object(
  Object.fromEntries(
    PAGE_VALUE_FIELDS.map((field) => [
      field,
      z.exactOptional(SCHEMAS_BY_KIND[BOOKMARK_FIELDS[field].kind]),
    ]),
  ),
) as unknown as z.ZodMiniType<Partial<PageValues>>; // Each field has the schema of its own kind.

/** A line of `bookmarks/*.jsonl`. Times are Unix milliseconds. */
export interface BundleBookmark extends Omit<Bookmark, 'serverId' | 'urlKey' | 'site' | 'content'> {
  /** Why there is no article; null if there is one. */
  readonly addressOnly: AddressOnlyReason | null;
  /** The page's values of fields that a person has edited. */
  readonly originalValues?: Partial<PageValues>;
  /** True if the values without one in `originalValues` are the page's. */
  readonly hasPageValues?: true;
  readonly canonicalKey?: UrlKey;
  readonly keywords?: readonly string[];
  /** True if a person chose *Keep only here*, or no server can have it. */
  readonly isLocalOnly?: true;
  /** True if the server has another article or none. A sign-in does not bring this one back. */
  readonly hasOwnArticle?: true;
  readonly article?: BundleArticle;
}

export const BundleBookmark: z.ZodMiniType<BundleBookmark> = z.object({
  id,
  url,
  ...schemasOf(BOOKMARK_FIELD_NAMES),
  // Older bundles have none.
  note: z._default(words, ''),
  addressOnly: z.nullable(z.enum(ADDRESS_ONLY_REASONS)),
  icon: z.nullable(hash),
  image: z.nullable(hash),
  created: time,
  updated: time,
  trashedAt: z.nullable(time),
  originalValues: z.exactOptional(OriginalValues),
  hasPageValues: z.exactOptional(z.literal(true)),
  canonicalKey: z.exactOptional(key),
  keywords: z.exactOptional(names),
  isLocalOnly: z.exactOptional(z.literal(true)),
  hasOwnArticle: z.exactOptional(z.literal(true)),
  article: z.exactOptional(BundleArticle),
});

const BundleQuote: z.ZodMiniType<Quote> = z.object({ exact: words, prefix: words, suffix: words });

const Position: z.ZodMiniType<HighlightPosition> = z.object({
  start: count,
  end: count,
  textLength: count,
  textHash: words,
  page: z.exactOptional(count),
  wordsHash: z.exactOptional(words),
  rivalScore: z.exactOptional(z.nullable(z.number())),
  similarScore: z.exactOptional(z.nullable(z.number())),
  rivalCount: z.exactOptional(count),
});

/** A line of `highlights/*.jsonl`. */
export const BundleHighlight: z.ZodMiniType<Highlight> = z.object({
  id: idOf<HighlightId>(),
  bookmarkId: id,
  quote: BundleQuote,
  /** The place in the saved article, in characters of the folded text. */
  position: z.nullable(Position),
  pagePosition: z.exactOptional(z.nullable(Position)),
  doubt: z.exactOptional(z.enum(['unsure', 'detached', ...UNANCHORED])),
  /** A `HighlightColor`, or another word of a server. */
  color: words,
  note: words,
  // Older bundles have none.
  review: z._default(z.pipe(text(32), z.transform(reviewText)), NOT_REVIEWED),
  isNoteOnly: z.boolean(),
  refused: z.array(BundleQuote).check(z.maxLength(1_000_000)),
  created: time,
  updated: time,
});

/** A line of `deleted-highlights.jsonl`: a highlight that can still be restored, and its page. */
export interface BundleDeletedHighlight {
  /** The address of its page, by which another library finds it. */
  readonly url: string;
  readonly highlight: Highlight;
}

export const BundleDeletedHighlight: z.ZodMiniType<BundleDeletedHighlight> = z.object({
  url,
  highlight: BundleHighlight,
});

/** A line of `drafts.jsonl`: an edit of a page that was begun and not saved. */
export interface BundleDraft extends Readonly<Partial<Record<DetailField, string>>> {
  readonly urlKey: UrlKey;
  readonly label?: string;
  readonly enteredLabels?: string;
  readonly updated: UnixMs;
}

const draftField = z.exactOptional(words);

export const BundleDraft = z.object({
  urlKey: key,
  label: draftField,
  enteredLabels: draftField,
  ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, draftField])),
  updated: time,
}) as unknown as z.ZodMiniType<BundleDraft>; // Each field of the details is a text.

const choice = z.nullable(z.boolean());

/** A line of `collections.jsonl`. */
export const BundleCollection: z.ZodMiniType<Collection> = z.object({
  id: idOf<CollectionId>(),
  name: words,
  isPinned: z.boolean(),
  search: words,
  title: words,
  author: words,
  site: words,
  labels: words,
  note: words,
  types: z.array(z.enum(BOOKMARK_TYPES)).check(z.maxLength(BOOKMARK_TYPES.length)),
  readStatus: z.array(z.enum(READ_STATUSES)).check(z.maxLength(READ_STATUSES.length)),
  isFavourite: choice,
  isArchived: choice,
  isLoaded: choice,
  hasErrors: choice,
  hasLabels: choice,
  hasAnnotations: choice,
  rangeStart: words,
  rangeEnd: words,
  localSearch: words,
  created: time,
  updated: time,
});

/** A line of `labels.jsonl`: a label with a colour. */
export const BundleLabel = z.object({
  /** The folded name. */
  label: words,
  color: z.enum(LABEL_COLORS),
});
export type BundleLabel = z.output<typeof BundleLabel>;

/** A line of `different-pages.jsonl`: two bookmarks that a person marked as different pages. */
export const BundlePair: z.ZodMiniType<readonly [BookmarkId, BookmarkId]> = z.tuple([id, id]);

/** `library.json`. */
export interface BundleLibrary {
  readonly retention: Retention;
  /** Days on which something was read, counted from 1 January 1970. */
  readonly readingDays: readonly number[];
}

/** A line of `site-rules.jsonl`: a decision of a person about a block, for all pages of a site. */
export const BundleRule: z.ZodMiniType<SiteRule> = z.object({
  id: idOf<SiteRuleId>(),
  site: text(256).check(z.minLength(1)),
  action: z.enum(RULE_ACTIONS),
  /** The last step is the block, the others are around it. */
  path: z.object({
    steps: z
      .array(
        z.object({
          tag: text(SITE_RULE_LIMITS.nameLength),
          names: z
            .array(
              z.object({
                in: z.enum(NAME_ATTRIBUTES),
                value: text(SITE_RULE_LIMITS.nameLength).check(z.minLength(1)),
              }),
            )
            .check(z.maxLength(SITE_RULE_LIMITS.names)),
        }),
      )
      .check(z.minLength(1), z.maxLength(SITE_RULE_LIMITS.steps)),
    text: text(SITE_RULE_LIMITS.textLength),
  }),
  label: text(SITE_RULE_LIMITS.labelLength),
  created: time,
});

export const BundleLibrary: z.ZodMiniType<BundleLibrary> = z.object({
  retention: z.object({
    trashDays: z.literal(RETENTION_DAYS.trashDays),
    revisionDays: z.literal(RETENTION_DAYS.revisionDays),
    archiveDays: z.literal(RETENTION_DAYS.archiveDays),
    readDays: z.literal(RETENTION_DAYS.readDays),
    imageDays: z.literal(RETENTION_DAYS.imageDays),
  }),
  readingDays: z.array(z.int()).check(z.maxLength(1_000_000)),
});

/** `settings.json`: without accounts, tokens and permissions. Each reader checks each value. */
export const BundleSettings = z.record(text(64), z.unknown());
export type BundleSettings = z.output<typeof BundleSettings>;

/** `summary.json`. */
export const BundleSummary = z.object({
  bookmarks: count,
  articles: count,
  highlights: count,
  images: count,
  collections: count,
});
export type BundleSummary = z.output<typeof BundleSummary>;
