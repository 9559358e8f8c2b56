import type { PdfError } from '../../src/capture/pdf/read-pdf';
import type { Wall } from '../../src/capture/wall';
import type { TaskError } from '../processes/tasks';
import type { FileError } from './page-files';

/** The page was read, and has nothing to keep. */
interface NoArticle {
  readonly kind: 'no-text' | Wall | PdfError;
}

/** Returns the message for the user about a page that could not be loaded or read. */
export function errorMessage(error: FileError | TaskError | NoArticle): string {
  switch (error.kind) {
    case 'refused':
      return REFUSED_MESSAGES[error.reason];
    case 'status':
      return `The page could not be loaded: the site answered with status ${error.status}.`;
    case 'unsupported-type':
      return `Pages of the type ${error.contentType || 'unknown'} cannot be read.`;
    default:
      return ERROR_MESSAGES[error.kind];
  }
}

const REFUSED_MESSAGES = {
  scheme: 'The page could not be loaded: its address does not begin with http or https.',
  credentials: 'The page could not be loaded: its address contains a password.',
  address: 'The page could not be loaded: it is not on the public internet.',
} as const;

const ERROR_MESSAGES = {
  'too-many-redirects': 'The page could not be loaded: it redirects too many times.',
  'too-large': 'The page could not be loaded: it is too large.',
  'bad-encoding': 'The page could not be loaded: it could not be decompressed.',
  certificate: 'The page could not be loaded: its connection is not secure.',
  'no-such-host': 'The page could not be loaded: there is no site with this name.',
  unreachable: 'The page could not be loaded: the site did not answer.',
  timeout: 'The page could not be loaded: the site took too long to answer.',
  'no-text': 'The page has no text, or only its scripts write it, which the server does not run.',
  encrypted: 'The PDF cannot be read: it asks for a password.',
  damaged: 'The PDF cannot be read: the file is damaged.',
  scan: 'The PDF has no text: its pages are pictures, as those of a scan.',
  'sign-in': 'The site asks for a sign-in instead of showing the page.',
  look: 'The site shows something else than the page: a captcha, a question about cookies, an error or its start page.',
  'took-too-long': 'The page could not be read: it takes too long.',
  'took-too-much-memory': 'The page could not be read: it takes too much memory.',
  broke: 'The page could not be read.',
} as const;

/** The error of a bookmark whose extraction failed at every attempt because of the server itself. */
export const GIVEN_UP = 'The page could not be read: something went wrong on the server.';
