import { err, ok, type Result } from '../../../domain/result';
import type { ImportFailure, ImportOptions, ImportStep } from '../imported';
import { flagIn, get, isObject, type JsonObject, listIn, namesIn, textIn } from '../read-json';
import { readRow } from '../read-row';
import { addressBelow, ask, type Fetch, importPages, type ServicePage } from './ask';

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
          highlights { type quote prefix suffix annotation color createdAt }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
    ... on SearchError { errorCodes }
  }
}`;

/** Reads all entries of an account, oldest first. */
export const importOmnivore = (
  account: OmnivoreAccount,
  fetch: Fetch,
  options: ImportOptions,
): AsyncGenerator<ImportStep> =>
  importPages(
    '',
    (after) => readOmnivorePage(account, fetch, after),
    (node, row) => omnivoreRowOf(node, row, options),
  );

async function readOmnivorePage(
  account: OmnivoreAccount,
  fetch: Fetch,
  after: string,
): Promise<Result<ServicePage<string>, ImportFailure>> {
  const variables = { after, first: PAGE_LENGTH, query: 'in:all sort:saved-asc' };
  const answer = await ask(fetch, addressBelow(account.url, 'api/graphql'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: account.token },
    body: JSON.stringify({ query: QUERY, variables }),
  });
  if (!answer.ok) return answer;
  const search = get(get(answer.value, 'data'), 'search');
  if (listIn(search, 'errorCodes').includes('UNAUTHORIZED')) {
    return err({ kind: 'sign-in-refused' });
  }
  const pageInfo = get(search, 'pageInfo');
  if (!isObject(pageInfo)) return err({ kind: 'other-format' });
  const next = textIn(pageInfo, 'endCursor');
  // A cursor that does not change would cause an endless loop.
  const hasNext = flagIn(pageInfo, 'hasNextPage') && next !== after;
  const items = listIn(search, 'edges').map((edge) => get(edge, 'node'));
  return ok({ items, next: hasNext ? next : null });
}

function omnivoreRowOf(node: JsonObject, row: number, options: ImportOptions) {
  const html = textIn(node, 'content');
  const all = listIn(node, 'highlights');
  const isNote = (highlight: (typeof all)[number]) => textIn(highlight, 'type') === 'NOTE';
  const notes = all.filter(isNote).map((highlight) => textIn(highlight, 'annotation'));
  return readRow(
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
      note: notes.join('\n\n'),
      highlights: all.flatMap((highlight) =>
        isNote(highlight)
          ? []
          : {
              quote: textIn(highlight, 'quote'),
              prefix: textIn(highlight, 'prefix'),
              suffix: textIn(highlight, 'suffix'),
              color: textIn(highlight, 'color'),
              note: textIn(highlight, 'annotation'),
              created: textIn(highlight, 'createdAt'),
            },
      ),
    },
    row,
    options,
  );
}
