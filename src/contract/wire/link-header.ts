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

const LINK =
  /<([^>]*)>((?:\s*;\s*[\w!#$&+^`|~.-]+\*?(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;
const PARAMETER = /;\s*([\w!#$&+^`|~.-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g;

/**
 * The relations of a `Link` header, several headers joined by commas as `Headers.get` does. A
 * relation list such as `rel="next last"` gives one link for each. What can't be read is left out.
 */
export function parseLinks(header: string | null): readonly Link[] {
  return [...(header ?? '').matchAll(LINK)].flatMap(([, url = '', tail = '']) => {
    const parameters = new Map(
      [...tail.matchAll(PARAMETER)].map(([, name = '', quoted, bare]) => [
        name.toLowerCase(),
        quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '',
      ]),
    );
    const type = parameters.get('type');
    const relations = (parameters.get('rel') ?? '').split(/\s+/).filter(Boolean);
    return relations.map((rel) => ({ url, rel, ...(type === undefined ? {} : { type }) }));
  });
}
