import { createWithPage, whenLoaded } from '../bookmarks/create-with-page';
import type { Client } from '../http/client';
import type { Connection, Transport } from '../http/connection';
import type { Sender } from '../http/send';
import { meaningOf, type ServiceError } from '../http/service-error';
import { type CheckResult, failureResult } from './examine-failure';

/** The input of the doctor. */
export interface ExamineOptions {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly newId: () => string;
  readonly signal?: AbortSignal | undefined;
}

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

const LEFT_BEHIND: CheckResult = ['doctorLeftBehind', TITLE];

/** Checks that a bookmark with its page can be created, read and deleted. It is deleted again. */
export async function examineWrite(
  { connection, newId, signal, transport }: ExamineOptions,
  send: Sender,
  { bookmarks }: Client,
): Promise<CheckResult> {
  const page = {
    url: `${CHECK_URL}${newId()}`,
    title: TITLE,
    html: CHECK_PAGE,
    findsMain: true,
    resources: [],
  };
  const made = await createWithPage(send, page, { signal });
  if (!made.ok) {
    const isClean = await deleteAfterFailure(bookmarks, page.url, made.error);
    return isClean ? failureResult(made.error, connection.base) : LEFT_BEHIND;
  }
  const { id } = made.value;
  const { sleep } = transport;
  const loaded = await whenLoaded(bookmarks.read, id, { sleep, signal });
  if (!(await deleteCheck(bookmarks, id))) return LEFT_BEHIND;
  return loaded.ok || loaded.error.kind === 'still-loading'
    ? ['doctorWrote']
    : failureResult(loaded.error, connection.base);
}

/** Deletes the bookmark if the server created it although the request failed. */
async function deleteAfterFailure(
  bookmarks: Client['bookmarks'],
  address: string,
  error: ServiceError,
): Promise<boolean> {
  if (meaningOf(error).change !== 'perhaps-made') return true;
  const listed = await bookmarks.list({ sort: ['-created'], limit: LATEST });
  if (!listed.ok) return false;
  const latest = 'body' in listed.value ? (listed.value.body ?? []) : [];
  const made = latest.find(({ url }) => url === address);
  return made === undefined || (await deleteCheck(bookmarks, made.id));
}

/**
 * Deletes the check's bookmark. It ignores the abort signal, because the bookmark must not remain.
 */
async function deleteCheck(bookmarks: Client['bookmarks'], id: string): Promise<boolean> {
  const deleted = await bookmarks.delete(id);
  return deleted.ok || deleted.error.kind === 'not-found';
}
