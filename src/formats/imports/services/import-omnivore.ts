import type { ImportFailure, ImportOptions, ImportStep } from '../imported';
import { MAX_ANSWERS, MAX_ROWS } from '../limits';
import { makeRow, skipped } from '../make-row';
import { flagIn, get, isObject, type Json, listIn, namesIn, textIn } from '../read-json';
import { addressIn, ask, type Fetch } from './ask';

/** An account on an Omnivore server. */
export interface OmnivoreAccount {
  readonly url: string;
  /** An API key. */
  readonly token: string;
}

const PAGE_LENGTH = 20;

const QUERY = `query Search($after: String, $first: Int, $query: String) {
  search(after: $after, first: $first, query: $query, includeContent: true) {
    ... on SearchSuccess {
      edges {
        node {
          title url description author publishedAt savedAt isArchived readingProgressPercent
          language siteName content
          labels { name }
          highlights { quote prefix suffix annotation color createdAt }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
    ... on SearchError { errorCodes }
  }
}`;

/**
 * Reads all entries of an account, oldest first, page by page. Entries that were read before a
 * failure have been returned.
 */
export async function* importOmnivore(
  account: OmnivoreAccount,
  fetch: Fetch,
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  let after = '';
  let row = 0;
  for (let page = 0; page < MAX_ANSWERS; page += 1) {
    const variables = { after, first: PAGE_LENGTH, query: 'in:all sort:saved-asc' };
    const answer = await ask(fetch, addressIn(account.url, 'api/graphql'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: account.token },
      body: JSON.stringify({ query: QUERY, variables }),
    });
    if (!answer.ok) return yield failed(answer.error);
    const search = get(get(answer.value, 'data'), 'search');
    if (listIn(search, 'errorCodes').includes('UNAUTHORIZED')) {
      return yield failed({ kind: 'sign-in-refused' });
    }
    const pageInfo = get(search, 'pageInfo');
    if (!isObject(pageInfo)) return yield failed({ kind: 'other-format' });
    for (const edge of listIn(search, 'edges')) {
      row += 1;
      if (row > MAX_ROWS) return yield failed({ kind: 'too-many-rows' });
      yield rowOf(get(edge, 'node'), row, options);
    }
    const next = textIn(pageInfo, 'endCursor');
    // A cursor that does not change would cause an endless loop.
    if (!flagIn(pageInfo, 'hasNextPage') || next === after) return;
    after = next;
  }
}

const failed = (failure: ImportFailure): ImportStep => ({ kind: 'failed', failure });

function rowOf(node: Json, row: number, options: ImportOptions) {
  if (!isObject(node)) return skipped(row, 'not-a-bookmark', JSON.stringify(node));
  const html = textIn(node, 'content');
  return makeRow(
    {
      url: textIn(node, 'url'),
      title: textIn(node, 'title'),
      siteName: textIn(node, 'siteName'),
      description: textIn(node, 'description'),
      created: textIn(node, 'savedAt'),
      published: textIn(node, 'publishedAt'),
      authors: [textIn(node, 'author')],
      lang: textIn(node, 'language'),
      labels: namesIn(node, 'labels', 'name'),
      isArchived: flagIn(node, 'isArchived'),
      readProgress: Number(textIn(node, 'readingProgressPercent') || 0),
      html: html === '' ? null : html,
      highlights: listIn(node, 'highlights').map((highlight) => ({
        quote: textIn(highlight, 'quote'),
        prefix: textIn(highlight, 'prefix'),
        suffix: textIn(highlight, 'suffix'),
        color: textIn(highlight, 'color'),
        note: textIn(highlight, 'annotation'),
        created: textIn(highlight, 'createdAt'),
      })),
    },
    row,
    options,
  );
}
