import { err, ok, type Result } from '../../../domain/result';
import type { ImportFailure, ImportOptions, ImportStep } from '../imported';
import { get, isObject, listIn, textIn } from '../read-json';
import { wallabagRow } from '../sources/wallabag-file';
import { addressBelow, ask, type Fetch, failed, importPages, type ServicePage } from './ask';

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
 * Reads all entries of an account, oldest first.
 * @see https://app.wallabag.it/api/doc/
 */
export async function* importWallabag(
  account: WallabagAccount,
  fetch: Fetch,
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  const signedIn = await ask(fetch, addressBelow(account.url, 'oauth/v2/token'), {
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
  yield* importPages(
    1,
    (page) => readWallabagPage(account, token, fetch, page),
    (item, row) => wallabagRow(item, row, options),
  );
}

async function readWallabagPage(
  account: WallabagAccount,
  token: string,
  fetch: Fetch,
  page: number,
): Promise<Result<ServicePage<number>, ImportFailure>> {
  const query = `perPage=${PAGE_LENGTH}&page=${page}&sort=created&order=asc`;
  const answer = await ask(fetch, addressBelow(account.url, `api/entries.json?${query}`), {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
  if (!answer.ok) return answer;
  const embedded = get(answer.value, '_embedded');
  if (!isObject(embedded)) return err({ kind: 'other-format' });
  const pages = Number(textIn(answer.value, 'pages') || 0);
  return ok({ items: listIn(embedded, 'items'), next: page < pages ? page + 1 : null });
}

/** An OAuth server answers 400 to a wrong password. */
const signInFailure = (failure: ImportFailure): ImportFailure =>
  failure.kind === 'service' && failure.status === 400 ? { kind: 'sign-in-refused' } : failure;
