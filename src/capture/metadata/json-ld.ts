import { urlKey } from '../../domain/url-identity';
import { type Claims, cleanText, MAX_VALUES } from './claims';

const ARTICLE = /(?:Article|Posting|Report|Recipe|HowTo|Review|Thesis|Chapter)$/;
const VIDEO = /^(?:VideoObject|Movie|TVEpisode|Clip)$/;
const PERSON = /^Person$/;
const ORGANISATION = /(?:Organization|Corporation)$/;
const PAGE = /(?:Page|CreativeWork|Photograph)$/;

/** The page as JSON-LD describes it. */
export interface LdPage {
  readonly claims: Claims;
  /** The text of the article, or of another one; empty when there is none. */
  readonly articleText: string;
}

/**
 * Reads JSON-LD: first the article (the one with the page's address, otherwise the first), then the
 * video, then the page. `titleElement` decides whether the headline or the name is the title,
 * because encyclopedias put a description into the headline.
 * @see https://schema.org/Article
 */
export function readJsonLd(
  scripts: Iterable<Element>,
  pageUrl: string,
  titleElement: string,
): LdPage {
  const graph = readLdGraph(scripts);
  const article = mainNode(graph.nodes, ARTICLE, pageUrl);
  const video = mainNode(graph.nodes, VIDEO, pageUrl);
  const page = mainNode(graph.nodes, PAGE, pageUrl);
  const site = graph.nodes.find((node) => typesOf(node).includes('WebSite'));
  const about = [article, video, page].filter((node) => node !== undefined);
  const valuesOf = (names: readonly string[], read: (value: unknown) => string[] = texts) =>
    about.flatMap((node) => names.flatMap((name) => read(property(node, name))));
  const name = (value: unknown) => names(value, graph);
  const authors = (isWanted: (item: unknown) => boolean) =>
    valuesOf(['author', 'creator'], (value) => names(list(value).filter(isWanted), graph)).slice(
      0,
      MAX_VALUES,
    );
  const isOrganisation = (item: unknown) => isOf(item, ORGANISATION, graph);
  const claims: Claims = {
    title: valuesOf(['headline', 'name']).sort(
      (a, b) => Number(titleElement.includes(b)) - Number(titleElement.includes(a)),
    ),
    siteName: [...valuesOf(['publisher'], name), ...texts(site && property(site, 'name'))],
    authors: authors((item) => !isOrganisation(item)),
    people: authors((item) => isOf(item, PERSON, graph)),
    organisations: authors(isOrganisation),
    reviewed: graph.nodes.flatMap((node) =>
      list(property(node, 'itemReviewed')).flatMap((item) =>
        isLdNode(item) ? name(property(item, 'author')) : [],
      ),
    ),
    published: valuesOf(['datePublished', 'uploadDate', 'dateCreated', 'datePosted']),
    modified: valuesOf(['dateModified']),
    lang: valuesOf(['inLanguage']),
    description: valuesOf(['description']),
    canonicalUrl: valuesOf(['url', 'mainEntityOfPage'], addresses),
    imageUrl: valuesOf(['image', 'primaryImageOfPage', 'thumbnailUrl'], (value) =>
      imageAddresses(value, graph),
    ),
    otherImages: otherImages(graph),
    keywords: valuesOf(['keywords'], name),
    schemaTypes: graph.nodes.flatMap(typesOf).slice(0, MAX_VALUES),
    type: article ? ['article'] : video ? ['video'] : page ? typesOf(page) : [],
  };
  return { claims, articleText: plainText(article && property(article, 'articleBody')) };
}

const isOf = (item: unknown, type: RegExp, graph: LdGraph): boolean =>
  isLdNode(item) && typesOf(resolved(item, graph)).some((name) => type.test(name));

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

/** Returns the strings in a value that may be a string, a list, or a `{"@value": …}`. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES).flatMap(textOf);
  return textOf(value);
}

function textOf(value: unknown): string[] {
  const text = isLdNode(value) ? property(value, '@value') : value;
  return typeof text === 'string' ? [text] : [];
}

/** In UTF-16 code units, about four times a long article. */
const MAX_ARTICLE = 200_000;

/** Returns one text without the tags that some sites leave in it. The end of a block ends a sentence. */
const plainText = (value: unknown): string =>
  cleanText(
    texts(value)
      .join(' ')
      .replace(/<[^<>]{0,500}>/g, ' . '),
    MAX_ARTICLE,
  );

/**
 * Returns names of people or organisations, given as text, object, list or reference into the
 * graph.
 */
const names = (value: unknown, graph: LdGraph): string[] => textsIn(value, ['name'], graph);

const addresses = (value: unknown): string[] => textsIn(value, ['url', '@id']);

const imageAddresses = (value: unknown, graph: LdGraph): string[] =>
  textsIn(value, ['url', 'contentUrl'], graph);

/** Returns the texts of a value, and those properties of the objects in it or that it refers to. */
const textsIn = (value: unknown, properties: readonly string[], graph?: LdGraph): string[] =>
  list(value).flatMap((item) => {
    if (!isLdNode(item)) return texts(item);
    const node = graph === undefined ? item : resolved(item, graph);
    return properties.flatMap((name) => texts(property(node, name)));
  });

/** Returns the logos of organisations and the portraits of authors. */
function otherImages(graph: LdGraph): string[] {
  return graph.nodes
    .flatMap((node) => [
      property(node, 'logo'),
      ...['publisher', 'author', 'creator']
        .flatMap((field) => list(property(node, field)))
        .filter(isLdNode)
        .map((item) => resolved(item, graph))
        .flatMap((item) => [property(item, 'logo'), property(item, 'image')]),
    ])
    .flatMap((value) => imageAddresses(value, graph));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
}

function resolved(node: LdNode, graph: LdGraph): LdNode {
  const id = property(node, '@id');
  return (typeof id === 'string' && graph.byId.get(id)) || node;
}

/** In UTF-16 code units; real scripts stay below 100,000. */
const MAX_SCRIPT_LENGTH = 500_000;
const MAX_SCRIPTS = 30;
const MAX_NODES = 500;
const MAX_DEPTH = 8;

/**
 * Properties that may contain the main entity. Lists, comments and related pages are not searched.
 */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'item'] as const;

/** A JSON object from the page: every property may be missing or have the wrong type. */
export type LdNode = Readonly<Record<string, unknown>>;

export interface LdGraph {
  /** In document order, outer nodes before inner ones. */
  readonly nodes: readonly LdNode[];
  /** Nodes by `@id`, for references. */
  readonly byId: ReadonlyMap<string, LdNode>;
}

/** Reads the JSON-LD of a page in any form: objects, arrays, graphs, also in malformed scripts. */
function readLdGraph(scripts: Iterable<Element>): LdGraph {
  const nodes: LdNode[] = [];
  const byId = new Map<string, LdNode>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || nodes.length >= MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_NODES)) visit(item, depth + 1);
    } else if (isLdNode(value)) {
      if (Object.hasOwn(value, '@type')) nodes.push(value);
      const id = property(value, '@id');
      // A mere reference has an id and no other property.
      if (typeof id === 'string' && !byId.has(id) && Object.keys(value).length > 1) {
        byId.set(id, value);
      }
      for (const name of CONTAINERS) visit(property(value, name), depth + 1);
    }
  };
  for (const script of [...scripts].slice(0, MAX_SCRIPTS)) visit(parse(script.textContent), 0);
  return { nodes, byId };
}

/**
 * Returns an own property. Inherited ones are ignored, so a page can't inject values through names
 * of prototype properties.
 */
function property(node: LdNode, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}

function isLdNode(value: unknown): value is LdNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string | null): unknown {
  if (text === null || text.length > MAX_SCRIPT_LENGTH) return null;
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(repairedJson(text));
    } catch {
      return null; // One malformed script must not hide the others or the rest of the page.
    }
  }
}

/**
 * Repairs common template errors: surrounding comments, line breaks in strings, trailing commas.
 */
function repairedJson(text: string): string {
  let json = text.trim();
  for (const start of ['//', '/*', '<!--', '<![CDATA[', '*/']) {
    if (json.startsWith(start)) json = json.slice(start.length).trimStart();
  }
  for (const end of ['*/', ']]>', '-->', '//', '/*', ';']) {
    if (json.endsWith(end)) json = json.slice(0, -end.length).trimEnd();
  }
  return json.replace(/\p{Cc}+/gu, ' ').replace(/,\s*(?=[}\]])/g, '');
}
