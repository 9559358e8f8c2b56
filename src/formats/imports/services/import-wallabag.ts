import type { ImportFailure, ImportOptions, ImportStep } from '../imported';
import { MAX_ANSWERS, MAX_ROWS } from '../limits';
import { skipped } from '../make-row';
import { get, isObject, type Json, listIn, textIn } from '../read-json';
import { wallabagRow } from '../sources/wallabag-file';
import { addressIn, ask, type Fetch } from './ask';

/** An account on a wallabag server (protocol.md section 12). */
export interface WallabagAccount {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const PAGE_LENGTH = 20;

/**
 * Reads all entries of an account, oldest first, page by page. Entries that were read before a
 * failure have been returned.
 * @see https://app.wallabag.it/api/doc/
 */
export async function* importWallabag(
  account: WallabagAccount,
  fetch: Fetch,
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  const signedIn = await ask(fetch, addressIn(account.url, 'oauth/v2/token'), {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: account.clientId,
      client_secret: account.clientSecret,
      username: account.username,
      password: account.password,
    }),
  });
  if (!signedIn.ok) return yield failed(signInFailure(signedIn.error));
  const token = textIn(signedIn.value, 'access_token');
  if (token === '') return yield failed({ kind: 'other-format' });
  let row = 0;
  for (let page = 1; page <= MAX_ANSWERS; page += 1) {
    const query = `perPage=${PAGE_LENGTH}&page=${page}&sort=created&order=asc`;
    const answer = await ask(fetch, addressIn(account.url, `api/entries.json?${query}`), {
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    });
    if (!answer.ok) return yield failed(answer.error);
    const embedded = get(answer.value, '_embedded');
    if (!isObject(embedded)) return yield failed({ kind: 'other-format' });
    for (const item of listIn(embedded, 'items')) {
      row += 1;
      if (row > MAX_ROWS) return yield failed({ kind: 'too-many-rows' });
      yield rowOf(item, row, options);
    }
    if (page >= Number(textIn(answer.value, 'pages') || 0)) return;
  }
}

const failed = (failure: ImportFailure): ImportStep => ({ kind: 'failed', failure });

/** An OAuth server answers 400 to a wrong password. */
const signInFailure = (failure: ImportFailure): ImportFailure =>
  failure.kind === 'service' && failure.status === 400 ? { kind: 'sign-in-refused' } : failure;

function rowOf(item: Json, row: number, options: ImportOptions) {
  if (!isObject(item)) return skipped(row, 'not-a-bookmark', JSON.stringify(item));
  return wallabagRow(item, row, options);
}
