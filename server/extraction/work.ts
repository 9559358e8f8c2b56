import { fileNameOf } from '../../src/domain';
import { siteOf } from '../bookmarks/site-of';
import type { SafeFetch } from '../fetch';
import { type Described, type Extraction, UNDESCRIBED } from './extraction';
import type { ExtractionLog } from './extraction-log';
import type { PageContents, PageFiles } from './files/get-files';
import type { SharedReader } from './processes/page-reader';

/** What extracting needs of the server. */
export interface ExtractionTools {
  readonly storage: { readonly contents: PageContents };
  readonly fetch: SafeFetch;
  readonly reader: SharedReader;
}

/** Everything about one extraction while it goes on. */
export interface Work extends ExtractionTools {
  readonly files: PageFiles;
  readonly log: ExtractionLog;
  readonly signal: AbortSignal;
}

/** What came of it, before the log is at its end. */
export type Unlogged = Omit<Extraction, 'log'>;

/** What is known of a file that says nothing of itself. */
export const describedByName = (url: string): Described => ({
  ...UNDESCRIBED,
  title: fileNameOf(url),
  siteName: siteOf(url).site,
});
