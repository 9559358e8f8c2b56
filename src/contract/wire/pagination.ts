/** The maximum page size; larger requests are reduced to it (protocol.md section 18). */
export const MAX_PAGE_SIZE = 100;
/** Default page sizes of the routes (section 1 and the sections of the routes). */
export const BOOKMARKS_PAGE_SIZE = 50;
export const ANNOTATIONS_PAGE_SIZE = 50;
export const COLLECTIONS_PAGE_SIZE = 30;
export const TOKENS_PAGE_SIZE = 30;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns the page for `limit` and `offset`. A limit of 0 or undefined means the route's default.
 */
export function pageFor(
  asked: { readonly limit?: number; readonly offset?: number },
  defaultSize: number,
): Page {
  return { limit: Math.min(asked.limit || defaultSize, MAX_PAGE_SIZE), offset: asked.offset ?? 0 };
}

export interface PageHeaders {
  readonly 'Total-Count': string;
  readonly 'Total-Pages': string;
  readonly 'Current-Page': string;
  /** One header line each. */
  readonly Link: readonly string[];
}

/** In characters. Each link repeats the query, which can have thousands of ids. */
const MAX_WRITTEN_LINKS_LENGTH = 4096;

/**
 * Returns the headers of one page of `total` items. `url` is the absolute address of the request.
 * Long links are left out; the counts say as much.
 */
export function formatPageHeaders(url: URL, page: Page, total: number): PageHeaders {
  const links = pageLinks(url, page, total).map(formatLink);
  return {
    'Total-Count': String(total),
    'Total-Pages': String(Math.ceil(total / page.limit)),
    'Current-Page': String(Math.floor(page.offset / page.limit) + 1),
    Link: links.join('').length > MAX_WRITTEN_LINKS_LENGTH ? [] : links,
  };
}

/** Returns links with absolute addresses from the page at `url` to other pages of `total` items. */
export function pageLinks(url: URL, { limit, offset }: Page, total: number): readonly Link[] {
  const pages = Math.ceil(total / limit);
  const query = new URLSearchParams(url.search);
  query.set('limit', String(limit));
  const link = (rel: string, at: number): Link => {
    query.set('offset', String(at));
    return { url: `${url.origin}${url.pathname}?${query}`, rel };
  };
  return [
    ...(offset > 0 && total > 0 ? [link('previous', Math.max(0, offset - limit))] : []),
    ...(offset + limit < total ? [link('next', offset + limit)] : []),
    link('first', 0),
    ...(pages > 1 ? [link('last', (pages - 1) * limit)] : []),
  ];
}

export interface PageState {
  /** null when the server doesn't send it. */
  readonly total: number | null;
  readonly pages: number | null;
  readonly current: number | null;
  /** Absolute addresses; null when there is no such page. */
  readonly next: string | null;
  readonly previous: string | null;
}

/** Reads the headers of a page. `prev` is a synonym of `previous`. */
export function parsePageHeaders(headers: Pick<Headers, 'get'>): PageState {
  const links = parseLinks(headers.get('Link'));
  const target = (...names: readonly string[]) =>
    links.find(({ rel }) => names.includes(rel.toLowerCase()))?.url ?? null;
  return {
    total: countIn(headers.get('Total-Count')),
    pages: countIn(headers.get('Total-Pages')),
    current: countIn(headers.get('Current-Page')),
    next: target('next'),
    previous: target('previous', 'prev'),
  };
}

const countIn = (header: string | null) => (header && /^\d+$/.test(header) ? Number(header) : null);

/** One relation of a `Link` header (RFC 8288). */
export interface Link {
  readonly url: string;
  readonly rel: string;
  readonly type?: string;
}

/** Formats one `Link` header. The service sends one for each relation. */
export function formatLink({ url, rel, type }: Link): string {
  const kind = type === undefined ? '' : `; type="${type}"`;
  return `<${url.replaceAll('>', '%3E')}>; rel="${rel}"${kind}`;
}

/** In UTF-16 code units. Browsers pass on headers of hundreds of kilobytes; the rest is ignored. */
const MAX_LINK_HEADER_LENGTH = 16_384;

/** One parameter after an address: `; name`, `; name=value` or `; name="value"`. */
const LINK_PARAMETER =
  /\s*;\s*([\w!#$&+^`|~.-]+\*?)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+)))?/y;

/**
 * Parses the relations of a `Link` header. Several headers may be joined by commas, as
 * `Headers.get` does. A list such as `rel="next last"` gives one link for each relation. Malformed
 * parts are skipped.
 */
export function parseLinks(header: string | null): readonly Link[] {
  const text = (header ?? '').slice(0, MAX_LINK_HEADER_LENGTH);
  const links: Link[] = [];
  // The search for `<` continues after the parsed part, so a header of nothing else is read only
  // once.
  for (let start = text.indexOf('<'); start !== -1; ) {
    const end = text.indexOf('>', start);
    if (end === -1) break;
    const { parameters, readTo } = parametersFrom(text, end + 1);
    links.push(...linksOf(text.slice(start + 1, end), parameters));
    start = text.indexOf('<', readTo);
  }
  return links;
}

/** Returns the parameters by lower-case name, and the position after the last one. */
function parametersFrom(text: string, start: number) {
  const parameters = new Map<string, string>();
  let readTo = start;
  for (;;) {
    LINK_PARAMETER.lastIndex = readTo;
    const found = LINK_PARAMETER.exec(text);
    if (found === null) return { parameters, readTo };
    const [, name = '', quoted, bare = ''] = found;
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    readTo = LINK_PARAMETER.lastIndex;
  }
}

function linksOf(url: string, parameters: ReadonlyMap<string, string>): readonly Link[] {
  const type = parameters.get('type');
  const relations = (parameters.get('rel') ?? '').split(/\s+/).filter(Boolean);
  return relations.map((rel) => ({ url, rel, ...(type === undefined ? {} : { type }) }));
}
