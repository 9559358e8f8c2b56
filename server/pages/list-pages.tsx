/** @jsxImportSource hono/jsx */
import type { Page } from '../../src/contract';
import type { Visit } from './page';
import { pageText } from './text';

/** The rows on one page of a list. Thousands of rows would keep the server busy for seconds. */
const LIST_ROWS_PER_PAGE = 25;

/** Returns the page of the list `name` that the address of a visit asks for, the first one by default. */
export function pageAt({ url }: Pick<Visit, 'url'>, name: string): Page {
  const asked = Number(url.searchParams.get(name) ?? 1);
  const number = Number.isSafeInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
  return { limit: LIST_ROWS_PER_PAGE, offset: (number - 1) * LIST_ROWS_PER_PAGE };
}

interface ListPagesProps {
  readonly visit: Visit;
  /** The parameter of the list in the address, and the id of its section. */
  readonly name: string;
  readonly total: number;
}

/** The links to the previous and the next page of a list. */
export function ListPages({ visit, name, total }: ListPagesProps) {
  const { offset, limit } = pageAt(visit, name);
  if (total <= limit && offset === 0) return null;
  const at = offset / limit + 1;
  const last = Math.max(1, Math.ceil(total / limit));
  const to = (number: number) =>
    `${visit.base.prefix}/profile?${new URLSearchParams({ [name]: String(number) })}#${name}`;
  return (
    <nav class="buttons" aria-label={pageText('listPages')}>
      {at > 1 && (
        <a class="button" href={to(Math.min(at - 1, last))}>
          {pageText('listNewer')}
        </a>
      )}
      <span class="hint">{pageText('listPage', at, last)}</span>
      {at < last && (
        <a class="button" href={to(at + 1)}>
          {pageText('listOlder')}
        </a>
      )}
    </nav>
  );
}
