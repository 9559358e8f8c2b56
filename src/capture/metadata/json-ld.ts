import { urlKey } from '../../domain';
import { type Claims, MAX_VALUES } from './claims';
import { isLdNode, type LdGraph, type LdNode, property, readLdGraph } from './json-ld-nodes';

const ARTICLE = /(?:Article|Posting|Report|Recipe|HowTo|Review|Thesis|Chapter)$/;
const VIDEO = /^(?:VideoObject|Movie|TVEpisode|Clip)$/;
const PAGE = /(?:Page|CreativeWork|Photograph)$/;

/**
 * What JSON-LD says of the page: of its article (the one whose address is the page's, else the
 * first), then of its video, then of the page. `titleElement` tells which of a headline and a name
 * is the title: encyclopedias put a description into the headline.
 * @see https://schema.org/Article
 */
export function readJsonLd(
  scripts: Iterable<Element>,
  pageUrl: string,
  titleElement: string,
): Claims {
  const graph = readLdGraph(scripts);
  const article = mainNode(graph.nodes, ARTICLE, pageUrl);
  const video = mainNode(graph.nodes, VIDEO, pageUrl);
  const page = mainNode(graph.nodes, PAGE, pageUrl);
  const site = graph.nodes.find((node) => typesOf(node).includes('WebSite'));
  const about = [article, video, page].filter((node) => node !== undefined);
  const say = (names: readonly string[], read: (value: unknown) => string[] = texts) =>
    about.flatMap((node) => names.flatMap((name) => read(property(node, name))));
  const name = (value: unknown) => names(value, graph);
  return {
    title: say(['headline', 'name']).sort(
      (a, b) => Number(titleElement.includes(b)) - Number(titleElement.includes(a)),
    ),
    siteName: [...say(['publisher'], name), ...texts(site && property(site, 'name'))],
    authors: say(['author', 'creator'], name).slice(0, MAX_VALUES),
    published: say(['datePublished', 'uploadDate', 'dateCreated']),
    lang: say(['inLanguage']),
    description: say(['description']),
    canonicalUrl: say(['url', 'mainEntityOfPage'], addresses),
    imageUrl: say(['image', 'primaryImageOfPage', 'thumbnailUrl'], (value) =>
      imageAddresses(value, graph),
    ),
    type: article ? ['article'] : video ? ['video'] : page ? typesOf(page) : [],
  };
}

function mainNode(nodes: readonly LdNode[], type: RegExp, pageUrl: string): LdNode | undefined {
  const candidates = nodes.filter((node) => typesOf(node).some((name) => type.test(name)));
  if (candidates.length < 2) return candidates[0];
  const key = urlKey(pageUrl);
  const isOfThisPage = (node: LdNode) =>
    ['url', '@id', 'mainEntityOfPage']
      .flatMap((name) => addresses(property(node, name)))
      .some((address) => key !== null && urlKey(address) === key);
  return candidates.find(isOfThisPage) ?? candidates[0];
}

function typesOf(node: LdNode): string[] {
  return texts(property(node, '@type')).map((type) => type.replace(/^.*[/:#]/, ''));
}

/** Strings in a value that may be one, a list of them, or a `{"@value": …}`. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES).flatMap(textOf);
  return textOf(value);
}

function textOf(value: unknown): string[] {
  const text = isLdNode(value) ? property(value, '@value') : value;
  return typeof text === 'string' ? [text] : [];
}

/** Names of people or organisations, given as text, object, list, or reference into the graph. */
function names(value: unknown, graph: LdGraph): string[] {
  return list(value).flatMap((item) => {
    if (!isLdNode(item)) return texts(item);
    return texts(property(resolved(item, graph), 'name'));
  });
}

function addresses(value: unknown): string[] {
  return list(value).flatMap((item) => {
    if (!isLdNode(item)) return texts(item);
    return [...texts(property(item, 'url')), ...texts(property(item, '@id'))];
  });
}

function imageAddresses(value: unknown, graph: LdGraph): string[] {
  return list(value).flatMap((item) => {
    if (!isLdNode(item)) return texts(item);
    const image = resolved(item, graph);
    return [...texts(property(image, 'url')), ...texts(property(image, 'contentUrl'))];
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
}

function resolved(node: LdNode, graph: LdGraph): LdNode {
  const id = property(node, '@id');
  return (typeof id === 'string' && graph.byId.get(id)) || node;
}
