import type { Brand } from './brand';

/** An address in normal form: two bookmarks are the same page when their keys are equal. */
export type UrlKey = Brand<string, 'UrlKey'>;
