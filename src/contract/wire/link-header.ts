/** One relation of a `Link` header (RFC 8288). */
export interface Link {
  readonly url: string;
  readonly rel: string;
  readonly type?: string;
}

/** One `Link` header. The service sends one for each relation. */
export function formatLink({ url, rel, type }: Link): string {
  const kind = type === undefined ? '' : `; type="${type}"`;
  return `<${url.replaceAll('>', '%3E')}>; rel="${rel}"${kind}`;
}

/** In UTF-16 code units; browsers pass on headers of hundreds of kilobytes. What comes after is not read. */
const MAX_LENGTH = 16_384;

/** One parameter behind an address: `; name`, `; name=value` or `; name="value"`. */
const PARAMETER = /\s*;\s*([\w!#$&+^`|~.-]+\*?)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+)))?/y;

/**
 * The relations of a `Link` header, several headers joined by commas as `Headers.get` does. A
 * relation list such as `rel="next last"` gives one link for each. What can't be read is left out.
 */
export function parseLinks(header: string | null): readonly Link[] {
  const text = (header ?? '').slice(0, MAX_LENGTH);
  const links: Link[] = [];
  // Each `<` is looked for behind what has been read: a header of nothing else is read once.
  for (let start = text.indexOf('<'); start !== -1; ) {
    const end = text.indexOf('>', start);
    if (end === -1) break;
    const { parameters, readTo } = parametersFrom(text, end + 1);
    links.push(...linksOf(text.slice(start + 1, end), parameters));
    start = text.indexOf('<', readTo);
  }
  return links;
}

/** By name in lower case, and where the last of them ends. */
function parametersFrom(text: string, start: number) {
  const parameters = new Map<string, string>();
  let readTo = start;
  for (;;) {
    PARAMETER.lastIndex = readTo;
    const found = PARAMETER.exec(text);
    if (found === null) return { parameters, readTo };
    const [, name = '', quoted, bare = ''] = found;
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    readTo = PARAMETER.lastIndex;
  }
}

function linksOf(url: string, parameters: ReadonlyMap<string, string>): readonly Link[] {
  const type = parameters.get('type');
  const relations = (parameters.get('rel') ?? '').split(/\s+/).filter(Boolean);
  return relations.map((rel) => ({ url, rel, ...(type === undefined ? {} : { type }) }));
}
