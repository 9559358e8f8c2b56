import { urlKey } from '../../../src/domain';
import type { FetchError, Fetched } from '../../fetch';

/** A file of a page: itself, or what it shows. */
export interface PageFile {
  /** Where it was at last. */
  readonly url: string;
  /** With its parameters; empty when unknown. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The page itself. */
export interface Page extends PageFile, Pick<Fetched, 'originalUrl' | 'spent'> {}

/** Why a file of a page can't be had. */
export type FileError =
  | FetchError
  /** It was not sent with the page, and nothing is fetched for one that was. */
  | { readonly kind: 'not-sent' }
  /** Not fetched, being nothing that a bookmark can be made of. */
  | { readonly kind: 'unwanted'; readonly contentType: string; readonly url: string };

/** Addresses that differ in how they are written only: resources were named by a page's script. */
export const fileKey = (url: string): string => urlKey(url) ?? url;
