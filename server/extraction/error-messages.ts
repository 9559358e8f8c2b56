import type { TaskError } from '../articles/article-work';
import type { FileError } from './page-files';

/** Why a page could not be had or read, for whoever saved it. */
export function errorMessage(error: FileError | TaskError): string {
  switch (error.kind) {
    case 'refused':
      return REFUSED[error.why];
    case 'status':
      return `The page could not be loaded: the site answered with status ${error.status}.`;
    case 'unwanted':
      return `A page of the type ${error.contentType || 'unknown'} can not be read.`;
    default:
      return MESSAGES[error.kind];
  }
}

const REFUSED = {
  scheme: 'The page could not be loaded: only http and https are.',
  credentials: 'The page could not be loaded: its address has a password in it.',
  address: 'The page could not be loaded: it is not on the public internet.',
} as const;

const MESSAGES = {
  'too-many-redirects': 'The page could not be loaded: it leads on and on.',
  'too-large': 'The page could not be loaded: it is too large.',
  'bad-encoding': 'The page could not be loaded: it came in a form that can not be unpacked.',
  certificate: 'The page could not be loaded: its connection is not secure.',
  'no-such-host': 'The page could not be loaded: there is no site of this name.',
  unreachable: 'The page could not be loaded: the site did not answer.',
  timeout: 'The page could not be loaded: the site took too long.',
  'not-sent': 'The page was not sent.',
  'took-too-long': 'The page could not be read: it takes too long.',
  'took-too-much-memory': 'The page could not be read: it takes too much memory.',
  broke: 'The page could not be read.',
} as const;

/** What is said of a bookmark whose extraction ended in a fault of ours, again and again. */
export const GIVEN_UP = 'The page could not be read: something went wrong on the server.';
