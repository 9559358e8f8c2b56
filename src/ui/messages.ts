import type { AddressOnlyReason } from '../domain/address-only';
import type {
  ArticleRequestResult,
  CaptureWarning,
  ImageDropReason,
  PageKind,
} from '../domain/article';
import type { BackgroundFailure, SaveFailure } from '../domain/page-state';
import type { LibraryError } from '../library';
import type { PlainKey } from './strings';

// Message keys for the error kinds and reasons of other rooms.

export const LIBRARY_ERRORS = {
  quota: 'errorQuota',
  'not-found': 'errorGone',
  'nothing-better': 'errorNotCaptured',
  'not-an-address': 'errorNotAnAddress',
  'no-name': 'errorNoName',
  unavailable: 'errorLibraryUnavailable',
} as const satisfies Record<LibraryError['kind'], PlainKey>;

export const BACKGROUND_FAILURES = {
  unreachable: 'errorUnreachable',
  'not-in-front': 'errorNotInFront',
  'error-page': 'errorErrorPage',
  'nothing-better': 'errorNotCaptured',
  'not-found': 'errorGone',
  'not-captured': 'errorNotCaptured',
  'not-allowed': 'errorNotAllowed',
  quota: 'errorQuota',
  failed: 'errorFailed',
} as const satisfies Record<BackgroundFailure['kind'], PlainKey>;

/** Why an article could not be downloaded from the server. */
export const ARTICLE_STOPS = {
  offline: 'problemOffline',
  'server-busy': 'syncServerBusy',
  'no-progress': 'syncNoProgress',
  'signed-out': 'readerFetchSignedOut',
  'not-allowed': 'syncNotAllowed',
  'wrong-server': 'syncWrongServer',
  forbidden: 'attentionRefused',
  refused: 'attentionRefused',
  quota: 'syncQuota',
  'library-unavailable': 'errorLibraryUnavailable',
  'server-lost-data': 'syncLostData',
  failed: 'errorFailed',
  none: 'readerFetchNone',
} as const satisfies Record<Exclude<ArticleRequestResult, 'here'>, PlainKey>;

export const SAVE_FAILURES = {
  quota: 'errorQuota',
  'library-unavailable': 'errorLibraryUnavailable',
  unknown: 'errorFailed',
} as const satisfies Record<SaveFailure, PlainKey>;

export const ADDRESS_ONLY_TEXTS = {
  'browser-page': 'addressBrowserPage',
  'extension-store': 'addressBrowserPage',
  pdf: 'addressPdf',
  file: 'addressFile',
  'not-html': 'addressNotHtml',
  'not-open': 'addressNotOpen',
  'not-loaded': 'addressNotOpen',
  'no-access': 'addressFailed',
  'timed-out': 'addressTimedOut',
  'tab-closed': 'addressNotOpen',
  navigated: 'addressNotOpen',
  'too-large': 'addressTooLarge',
  'no-text': 'addressNoText',
  'no-article': 'addressNoArticle',
  quota: 'addressQuota',
  'on-server': 'addressOnServer',
  'not-included': 'addressNotIncluded',
  failed: 'addressFailed',
} as const satisfies Record<AddressOnlyReason, PlainKey>;

/** Why an image is not stored. */
export const IMAGE_DROP_TEXTS = {
  'not-readable': 'imageNotReadable',
  'too-many': 'imageTooMany',
  'too-large': 'imageTooLarge',
  'not-an-image': 'imageFailed',
  failed: 'imageFailed',
  quota: 'imageQuota',
  released: 'imageReleased',
  pending: 'imagePending',
} as const satisfies Record<ImageDropReason, PlainKey>;

export const CAPTURE_WARNING_TEXTS = {
  'document-cut': 'articleCut',
  'document-flattened': 'warningDocumentFlattened',
  'not-readable': 'warningNotReadable',
  'readability-failed': 'warningReadabilityFailed',
  'frame-used': 'warningFrameUsed',
  'text-only': 'warningTextOnly',
  'no-article': 'addressNoArticle',
} as const satisfies Record<CaptureWarning, PlainKey>;

export const KIND_TEXTS = {
  article: 'searchTypeArticle',
  documentation: 'kindDocumentation',
  forum: 'kindForum',
  questions: 'kindQuestions',
  post: 'kindPost',
  recipe: 'kindRecipe',
  product: 'kindProduct',
  gallery: 'kindGallery',
  video: 'searchTypeVideo',
  list: 'kindList',
} as const satisfies Record<PageKind, PlainKey>;
