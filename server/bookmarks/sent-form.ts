import {
  type articleReplace,
  type FormValue,
  type PageResource,
  readResourcePart,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { type PackedPage, packPage, type SentPage, storePage } from '../extraction/sent-page';
import type { Caller } from '../http/context';
import { bytesOfUpload } from '../http/request-body';
import { TaskQueue } from '../processes/task-queue';
import type { Storage } from '../storage';

/** The fields of a captured page in the forms that have them. */
type PageForm = Pick<
  FormValue<typeof articleReplace>,
  'html' | 'resource' | 'feature_find_main' | 'captured'
>;

/** Only two large pages are saved at once, and one of a user, because each is whole in memory. */
const largePages = new TaskQueue({ size: 2, reserved: 0 });
const LARGE_FORM_BYTES = 1024 * 1024;

/** Runs `save`, which reads the page of a form, in a turn of the user if it is large. */
export const inTurnOfPages = <T>(
  { user }: Pick<Caller, 'user'>,
  sent: PageForm,
  save: () => Promise<T>,
): Promise<T> => (isLarge(sent) ? largePages.run(String(user.id), 'background', save) : save());

function isLarge({ html, resource = [] }: PageForm): boolean {
  const uploads = html === undefined ? resource : [html, ...resource];
  const bytes = uploads.reduce(
    (sum, upload) => sum + (typeof upload === 'string' ? upload.length : upload.sizeBytes),
    0,
  );
  return bytes > LARGE_FORM_BYTES;
}

/**
 * A page up to this compressed size is written in the same transaction as its bookmark, which needs
 * only one disk sync. A larger page would block other writers.
 */
const MAX_BYTES_IN_TRANSACTION = 512 * 1024;

const sizeOfBlobs = ({ blobs }: PackedPage): number =>
  blobs.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Packs a page for the bookmark of `url`, and stores its bytes if they are many. */
export async function packSentPage(
  storage: Storage,
  url: string,
  page: SentPage,
): Promise<PackedPage> {
  const packed = await packPage(url, page);
  if (sizeOfBlobs(packed) > MAX_BYTES_IN_TRANSACTION) await storePage(storage, packed);
  return packed;
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/**
 * Reads the page that was sent with the bookmark of `url`; null when there is none. Leaves out resources that
 * are broken or empty. Returns an error if such a resource is the page itself (protocol.md 7.2).
 */
export async function readSentPage(
  { html, resource = [], feature_find_main: findsMain, captured }: PageForm,
  url: string,
): Promise<Result<SentPage | null, 'unreadable-page'>> {
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
  const isSent = hasPage || resources.some((one) => urlKey(one.url) === urlKey(url));
  const at = isSent && captured !== undefined ? unixMs(captured) : null;
  return ok({ html: hasPage ? page : null, resources, findsMain, captured: at });
}
