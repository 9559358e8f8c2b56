import {
  type bookmarkCreate,
  type FormValue,
  type PageResource,
  readResourcePart,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain';
import type { SentPage } from '../extraction';
import { bytesOfUpload } from '../http/request-body';

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/**
 * The page that came with a bookmark; null when none did. A file that is broken or empty is left
 * out. If it is the page itself, the whole request is refused (protocol.md section 7.2).
 */
export async function readSentPage({
  url,
  html,
  resource = [],
  feature_find_main: findsMain,
}: FormValue<typeof bookmarkCreate>): Promise<Result<SentPage | null, 'unreadable-page'>> {
  const page = html === undefined ? null : await bytesOfUpload(html);
  const resources: PageResource[] = [];
  for (const upload of resource) {
    const headers = typeof upload === 'string' ? NO_HEADERS : upload.headers;
    const read = readResourcePart(headers, await bytesOfUpload(upload));
    if (read !== null && read.bytes.length > 0) resources.push(read);
    else if (read?.url === url) return err('unreadable-page');
  }
  const hasPage = page !== null && page.length > 0;
  if (!hasPage && resources.length === 0) return ok(null);
  return ok({ html: hasPage ? page : null, resources, findsMain });
}
