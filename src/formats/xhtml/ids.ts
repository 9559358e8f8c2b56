import type { XmlElement, XmlNode } from './xml';

/** What an id of the article is called until `resolveIds` names it. */
export const articleTarget = (id: string): string => `article ${id}`;

/** What a link to an id of the article is called until then. */
export function articleLink(fragment: string): string {
  try {
    return `#${articleTarget(decodeURIComponent(fragment))}`;
  } catch {
    return `#${articleTarget(fragment)}`; // Not escaped: a page may write a bare `%`.
  }
}

/**
 * Names the ids that links go to, each once and written as XML has them, and leaves out the others.
 * A link to an id that isn't there is no link. Changes the tree it is given.
 */
export function resolveIds(nodes: readonly XmlNode[], idPrefix: string): void {
  const wanted = new Set<string>();
  visit(nodes, ({ attributes: { href } }) => {
    if (href?.startsWith('#')) wanted.add(href.slice(1));
  });
  const names = new Map<string, string>();
  visit(nodes, ({ attributes }) => {
    const { id } = attributes;
    if (id === undefined) return;
    delete attributes.id;
    if (!wanted.has(id) || names.has(id)) return;
    attributes.id = `${idPrefix}${names.size + 1}`;
    names.set(id, attributes.id);
  });
  visit(nodes, ({ attributes }) => {
    if (!attributes.href?.startsWith('#')) return;
    const name = names.get(attributes.href.slice(1));
    if (name === undefined) delete attributes.href;
    else attributes.href = `#${name}`;
  });
}

function visit(nodes: readonly XmlNode[], see: (element: XmlElement) => void): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    see(node);
    visit(node.children, see);
  }
}
