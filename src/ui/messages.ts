import type {
  AddressOnlyReason,
  ArticleRequestResult,
  BackgroundFailure,
  CandidateKind,
  CaptureStep,
  CaptureWarning,
  CleanedKind,
  DoubtKind,
  ImageDropReason,
  KindReason,
  MetadataSource,
  PageKind,
  RepairKind,
  SaveFailure,
  SourcedField,
} from '../domain';
import type { LibraryError } from '../library/repository';
import type { PlainKey, PluralKey } from './strings';

// Message keys for the error kinds and reasons of other rooms.

export const LIBRARY_ERRORS = {
  quota: 'errorQuota',
  'not-found': 'errorGone',
  'nothing-better': 'errorNothingBetter',
  'not-an-address': 'errorNotAnAddress',
  'no-name': 'errorNoName',
  unavailable: 'errorLibraryUnavailable',
} as const satisfies Record<LibraryError['kind'], PlainKey>;

export const BACKGROUND_FAILURES = {
  unreachable: 'errorUnreachable',
  'not-in-front': 'errorNotInFront',
  'nothing-better': 'errorNothingBetter',
  'not-found': 'errorGone',
  'not-captured': 'errorNotCaptured',
  'not-allowed': 'errorNotAllowed',
  quota: 'errorQuota',
  failed: 'errorFailed',
} as const satisfies Record<BackgroundFailure['kind'], PlainKey>;

/** Why an article could not be downloaded from the server. */
export const ARTICLE_STOPS = {
  offline: 'readerFetchOffline',
  'server-busy': 'syncServerBusy',
  'no-progress': 'syncNoProgress',
  'signed-out': 'readerFetchSignedOut',
  'not-allowed': 'syncNotAllowed',
  'wrong-server': 'syncWrongServer',
  forbidden: 'readerFetchRefused',
  refused: 'readerFetchRefused',
  quota: 'syncQuota',
  'library-unavailable': 'errorLibraryUnavailable',
  'server-lost-data': 'syncLostData',
  failed: 'errorFailed',
  none: 'readerFetchNone',
} as const satisfies Record<Exclude<ArticleRequestResult, 'here'>, PlainKey>;

export const SAVE_FAILURES = {
  quota: 'saveFailedQuota',
  'library-unavailable': 'errorLibraryUnavailable',
  unknown: 'saveFailedUnknown',
} as const satisfies Record<SaveFailure, PlainKey>;

export const ADDRESS_ONLY_TEXTS = {
  'browser-page': 'addressBrowserPage',
  'extension-store': 'addressExtensionStore',
  pdf: 'addressPdf',
  file: 'addressFile',
  'not-html': 'addressNotHtml',
  'not-open': 'addressNotOpen',
  'not-loaded': 'addressNotLoaded',
  'no-access': 'addressNoAccess',
  'timed-out': 'addressTimedOut',
  'tab-closed': 'addressTabClosed',
  navigated: 'addressNavigated',
  'too-large': 'addressTooLarge',
  'no-text': 'addressNoText',
  'no-article': 'addressNoArticle',
  quota: 'addressQuota',
  'on-server': 'addressOnServer',
  'not-included': 'addressNotIncluded',
  failed: 'addressFailed',
} as const satisfies Record<AddressOnlyReason, PlainKey>;

/** The number of images that are not stored, for each reason. */
export const IMAGE_DROP_TEXTS = {
  'not-readable': 'dropNotReadable',
  'too-many': 'dropTooMany',
  'too-large': 'dropTooLarge',
  'not-an-image': 'dropNotAnImage',
  failed: 'dropFailed',
  quota: 'dropQuota',
  released: 'dropReleased',
  pending: 'dropPending',
} as const satisfies Record<ImageDropReason, PluralKey>;

export const CAPTURE_WARNING_TEXTS = {
  'document-cut': 'warningDocumentCut',
  'document-flattened': 'warningDocumentFlattened',
  'not-readable': 'warningNotReadable',
  'readability-failed': 'warningReadabilityFailed',
  'frame-used': 'warningFrameUsed',
  'text-only': 'warningTextOnly',
  'no-article': 'addressNoArticle',
} as const satisfies Record<CaptureWarning, PlainKey>;

/** Names of what is repaired before an article is looked for. */
export const REPAIR_TEXTS = {
  images: 'repairedImages',
  media: 'repairedMedia',
  formulas: 'repairedFormulas',
  code: 'repairedCode',
  notes: 'repairedNotes',
  disclosures: 'repairedDisclosures',
  hidden: 'repairedHidden',
} as const satisfies Record<RepairKind, PlainKey>;

/** Names of what is removed from articles. */
export const CLEANED_TEXTS = {
  frame: 'cleanedFrame',
  share: 'cleanedShare',
  newsletter: 'cleanedNewsletter',
  related: 'cleanedRelated',
  author: 'cleanedAuthor',
  tags: 'cleanedTags',
  comments: 'cleanedComments',
  details: 'cleanedDetails',
  ads: 'cleanedAds',
  navigation: 'cleanedNavigation',
  tools: 'cleanedTools',
  captions: 'cleanedCaptions',
  titles: 'cleanedTitles',
  headings: 'cleanedHeadings',
  marks: 'cleanedMarks',
} as const satisfies Record<CleanedKind, PlainKey>;

export const KIND_TEXTS = {
  article: 'kindArticle',
  documentation: 'kindDocumentation',
  forum: 'kindForum',
  questions: 'kindQuestions',
  post: 'kindPost',
  recipe: 'kindRecipe',
  product: 'kindProduct',
  gallery: 'kindGallery',
  video: 'kindVideo',
  list: 'kindList',
} as const satisfies Record<PageKind, PlainKey>;

export const KIND_REASON_TEXTS = {
  declared: 'kindDeclared',
  posts: 'kindPosts',
  links: 'kindLinks',
  images: 'kindImages',
  prose: 'kindProse',
} as const satisfies Record<KindReason, PlainKey>;

/** The candidates that an article may be. */
export const CANDIDATE_TEXTS = {
  readability: 'candidateReadability',
  'other-flags': 'candidateOtherFlags',
  'marked-up': 'candidateMarkedUp',
  headline: 'candidateHeadline',
  density: 'candidateDensity',
} as const satisfies Record<CandidateKind, PlainKey>;

/** Why several candidates were compared. */
export const DOUBT_TEXTS = {
  short: 'doubtShort',
  links: 'doubtLinks',
  'no-prose': 'doubtNoProse',
  replies: 'doubtReplies',
  'prose-left-out': 'doubtProseLeftOut',
  'marked-left-out': 'doubtMarkedLeftOut',
  'headline-elsewhere': 'doubtHeadlineElsewhere',
  'given-text-differs': 'doubtGivenTextDiffers',
} as const satisfies Record<DoubtKind, PlainKey>;

export const FIELD_TEXTS = {
  title: 'originTitle',
  authors: 'originAuthors',
  published: 'originPublished',
  siteName: 'originSiteName',
  lang: 'originLang',
  imageUrl: 'originImageUrl',
} as const satisfies Record<SourcedField, PlainKey>;

export const METADATA_SOURCE_TEXTS = {
  jsonLd: 'sourceJsonLd',
  openGraph: 'sourceOpenGraph',
  twitter: 'sourceTwitter',
  dublinCore: 'sourceDublinCore',
  items: 'sourceItems',
  meta: 'sourceMeta',
  html: 'sourceHtml',
  visible: 'sourceVisible',
} as const satisfies Record<MetadataSource, PlainKey>;

export const CAPTURE_STEP_TEXTS = {
  measure: 'stepMeasure',
  clone: 'stepClone',
  repair: 'stepRepair',
  metadata: 'stepMetadata',
  extract: 'stepExtract',
  sanitise: 'stepSanitise',
  count: 'stepCount',
} as const satisfies Record<CaptureStep, PlainKey>;
