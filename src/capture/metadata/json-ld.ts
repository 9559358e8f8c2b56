import { urlKey } from '../../domain/url-identity';
import { type Claims, cleanText, MAX_VALUES } from './claims';
import { type GivenBlock, givenBlocks } from './given-text';
import {
  isLdNode,
  type LdGraph,
  type LdNode,
  list,
  property,
  readLdGraph,
  texts,
  typesOf,
} from './ld-graph';

const ARTICLE = /(?:Article|Posting|Report|Recipe|HowTo|Review|Thesis|Chapter)$/;
const EVENT = /Event$/;
const VIDEO = /^(?:VideoObject|Movie|TVEpisode|Clip)$/;
const PERSON_TYPE = /^Person$/;
const ORGANISATION = /(?:Organization|Corporation)$/;
const PAGE_TYPE = /(?:Page|CreativeWork|Photograph)$/;

/** The page as JSON-LD describes it. */
export interface LdPage {
  readonly claims: Claims;
  /** The text of the article, or of another one; empty when there is none. */
  readonly articleText: string;
  /** The text, recipe, instructions or event that the page gives as data, in blocks. */
  readonly given: readonly GivenBlock[];
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
  const page = mainNode(graph.nodes, PAGE_TYPE, pageUrl);
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
    people: authors((item) => isOf(item, PERSON_TYPE, graph)),
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
  return {
    claims,
    articleText: plainText(article && property(article, 'articleBody')),
    given: givenBlocks(article ?? mainNode(graph.nodes, EVENT, pageUrl)),
  };
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

function resolved(node: LdNode, graph: LdGraph): LdNode {
  const id = property(node, '@id');
  return (typeof id === 'string' && graph.byId.get(id)) || node;
}
