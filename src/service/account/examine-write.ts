import { createWithPage, whenLoaded } from '../bookmarks/create-with-page';
import { meaningOf, type ServiceError } from '../http/service-error';
import { finding } from './doctor-findings';
import type { FoundStep } from './doctor-results';
import type { ExamineOptions, ServiceCalls } from './doctor-steps';

/**
 * A reserved host name (RFC 2606), so the server contacts no site; the page is sent with the
 * bookmark.
 */
const CHECK_URL = 'https://leafmark.invalid/check/';
const TITLE = 'Leafmark check';
/** The number of newest bookmarks that are searched for the check's bookmark. */
const LATEST = 20;
const CHECK_PAGE = `<!doctype html><html lang="en"><head><title>${TITLE}</title></head><body><section><p>Leafmark saved this page to see whether it can, and deletes it again.</p></section></body></html>`;

/** True for the address of a bookmark that a check has created and will delete. */
export const isCheckAddress = (url: string): boolean => url.startsWith(CHECK_URL);

/**
 * Checks that a bookmark with its page can be created and deleted. The bookmark is deleted again.
 */
export async function examineWrite(
  { newId, signal, transport }: ExamineOptions,
  { send, client }: ServiceCalls,
): Promise<FoundStep> {
  const page = {
    url: `${CHECK_URL}${newId()}`,
    title: TITLE,
    html: CHECK_PAGE,
    findsMain: true,
    resources: [],
  };
  const made = await createWithPage(send, page, { signal });
  if (!made.ok) return cleanUpFailedSave(client, page.url, made.error);
  const { id } = made.value;
  const { sleep } = transport;
  const loaded = await whenLoaded(client.bookmarks.read, id, { sleep, signal });
  if (!(await deleteCheck(client, id))) return finding('write', 'doctorLeftBehind', TITLE);
  return loaded.ok || loaded.error.kind === 'still-loading'
    ? finding('write', 'doctorWrote')
    : refusalOf(loaded.error);
}

function refusalOf({ kind }: ServiceError): FoundStep {
  switch (kind) {
    case 'forbidden':
    case 'unauthorised':
      return finding('write', 'problemForbidden', kind);
    case 'too-large':
      return finding('write', 'doctorWriteTooLarge');
    default:
      return finding('write', 'doctorNotWritten', kind);
  }
}

/** Deletes the bookmark if the server created it although the request failed. */
async function cleanUpFailedSave(
  client: ServiceCalls['client'],
  address: string,
  error: ServiceError,
): Promise<FoundStep> {
  const notWritten = refusalOf(error);
  if (meaningOf(error).change !== 'perhaps-made') return notWritten;
  const listed = await client.bookmarks.list({ sort: ['-created'], limit: LATEST });
  if (!listed.ok) return finding('write', 'doctorPerhapsWritten', error.kind, TITLE);
  const latest = 'body' in listed.value ? (listed.value.body ?? []) : [];
  const made = latest.find(({ url }) => url === address);
  if (made === undefined || (await deleteCheck(client, made.id))) return notWritten;
  return finding('write', 'doctorLeftBehind', TITLE);
}

/**
 * Deletes the check's bookmark. It ignores the abort signal, because the bookmark must not remain.
 */
async function deleteCheck({ bookmarks }: ServiceCalls['client'], id: string): Promise<boolean> {
  const deleted = await bookmarks.delete(id);
  return deleted.ok || deleted.error.kind === 'not-found';
}
