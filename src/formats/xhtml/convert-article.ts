import { HIGHLIGHT_COLORS } from '../../domain/highlight';
import { highlightOf } from '../article/highlights';
import { imageLink, linkAddress } from '../article/link-address';
import {
  type ArticleElement,
  type ArticleNode,
  attributeOf,
  isElement,
  isText,
  parseArticle,
  textOfNode,
} from '../article/parse-article';
import { articleLink, attributesOf, resolveIds } from './attributes';
import {
  BY_ITSELF,
  type Conversion,
  type ConvertOptions,
  FLOW_PARENTS,
  findBlockParents,
  isBlock,
  LINE_NAMES,
  type MissingImage,
  PHRASING,
  type Place,
  STAND_IN,
} from './conversion';
import { convertDefinitions, convertDetails, convertFigure, convertList } from './lists';
import { convertMath } from './math';
import { convertTable } from './tables';
import { type XmlElement, type XmlNode, xml } from './xml';

/** The style has these colours of highlights, and one more for all others. */
const COLORS: ReadonlySet<string> = new Set([...HIGHLIGHT_COLORS, 'none']);

interface ConvertedArticle {
  readonly content: readonly XmlNode[];
  /**
   * The notes of highlights, to be placed after the article. References in `content` link to them.
   */
  readonly notes: readonly XmlNode[];
  /** Images that `missingImage` replaces in `content`. */
  readonly missing: readonly MissingImage[];
}

/**
 * Converts a sanitised article to valid XHTML: no blocks in inline content, lists and tables with
 * their parts in order, well-formed attributes and links. An element that would not be valid loses
 * its form, never its text. All others keep their name and their position among their siblings, so
 * that selectors of highlights still match. Highlights become `mark`.
 */
export function convertArticle(html: string, options: ConvertOptions): ConvertedArticle {
  const root = parseArticle(html);
  const conversion: Conversion = {
    ...options,
    blockParents: findBlockParents(root),
    notes: [],
    missing: [],
    convert: (nodes, place) => nodes.flatMap((node) => convertNode(node, place, conversion)),
  };
  const content = conversion.convert(root.childNodes, BY_ITSELF);
  const notes = notesSection(conversion);
  resolveIds([...content, ...notes], options.idPrefix);
  return { content, notes, missing: conversion.missing };
}

function convertNode(node: ArticleNode, place: Place, conversion: Conversion): XmlNode[] {
  if (isText(node)) return [node.value];
  if (!isElement(node)) return [];
  const element = node;
  const tag = element.tagName;
  if (tag === 'rd-annotation') return convertHighlight(element, place, conversion);
  if (tag === 'img') return convertImage(element, place, conversion);
  if (tag === 'math') return [convertMath(element)];
  if (tag === 'svg') return [textOfNode(element).trim()];
  if (tag === 'br' || tag === 'wbr') return [xml(tag)];
  if (tag === 'ruby') return [convertRuby(element, place, conversion)];
  if (place.isLine) return convertInLine(element, place, conversion);
  return convertByItself(element, place, conversion);
}

/** In inline content a block is replaced by its content. */
function convertInLine(element: ArticleElement, place: Place, conversion: Conversion): XmlNode[] {
  if (!isBlock(element.tagName)) return convertPhrasing(element, place, conversion);
  return [' ', ...conversion.convert(element.childNodes, place), ' '];
}

function convertByItself(element: ArticleElement, place: Place, conversion: Conversion): XmlNode[] {
  const tag = element.tagName;
  const inside = () => conversion.convert(element.childNodes, place);
  const line = () => conversion.convert(element.childNodes, { ...place, isLine: true });
  const attributes = (of = tag) => attributesOf(element, of);
  switch (tag) {
    case 'hr':
      return [xml('hr', attributes())];
    case 'ul':
    case 'ol':
      return convertList(element, attributes(), place, conversion);
    case 'dl':
      return convertDefinitions(element, attributes(), place, conversion);
    case 'table':
      return convertTable(element, attributes, place, conversion);
    case 'figure':
      return convertFigure(element, attributes(), place, conversion);
    case 'details':
      return convertDetails(element, attributes(), place, conversion);
    case 'del':
    case 'ins':
      // Valid around blocks and in inline content.
      return [xml(tag, attributes(), inside())];
  }
  if (FLOW_PARENTS.has(tag)) return [xml(tag, attributes(), inside())];
  const hasBlock = conversion.blockParents.has(element);
  if (LINE_NAMES.has(tag) && (!hasBlock || tag !== 'p')) return [xml(tag, attributes(), line())];
  // A part without its parent (`li`, `td`), or a line that contains blocks.
  if (isBlock(tag)) return [xml(STAND_IN, attributes(STAND_IN), inside())];
  if (!hasBlock) return convertPhrasing(element, { ...place, isLine: true }, conversion);
  if (tag === 'a') return convertLink(element, place, conversion);
  return [xml(STAND_IN, attributes(STAND_IN), inside())];
}

/** Keeps an inline element if it is valid, and otherwise only its children. */
function convertPhrasing(element: ArticleElement, place: Place, conversion: Conversion): XmlNode[] {
  const tag = element.tagName;
  if (tag === 'a') return convertLink(element, place, conversion);
  const children = conversion.convert(element.childNodes, place);
  const attributes = attributesOf(element, tag);
  // `bdo` needs a direction to be valid.
  const isEmptyWord = tag === 'bdo' && attributes.dir === undefined;
  return PHRASING.has(tag) && !isEmptyWord ? [xml(tag, attributes, children)] : children;
}

function convertLink(element: ArticleElement, place: Place, conversion: Conversion): XmlNode[] {
  const href = attributeOf(element, 'href');
  const isInside = href?.startsWith('#') ?? false;
  const address = isInside ? articleLink(href?.slice(1) ?? '') : linkAddress(href ?? '');
  if (place.isInLink) return conversion.convert(element.childNodes, place);
  const attributes = attributesOf(element, 'a');
  const content = conversion.convert(element.childNodes, { ...place, isInLink: true });
  return [xml('a', address === null ? attributes : { ...attributes, href: address }, content)];
}

function convertHighlight(
  element: ArticleElement,
  place: Place,
  conversion: Conversion,
): XmlNode[] {
  const highlight = highlightOf(element);
  if (highlight?.kind === 'note') {
    conversion.notes.push(highlight.note);
    return place.isInLink ? [] : [noteReference(conversion)];
  }
  const children = conversion.convert(element.childNodes, { ...place, isLine: true });
  if (textOfNode(element).trim() === '') return children;
  if (conversion.isBook) return [xml('mark', {}, children)];
  const color = highlight?.color ?? '';
  return [xml('mark', { class: COLORS.has(color) ? color : 'other' }, children)];
}

function convertImage(
  element: ArticleElement,
  { isInLink }: Place,
  conversion: Conversion,
): XmlNode[] {
  const src = attributeOf(element, 'src') ?? '';
  const alt = attributeOf(element, 'alt') ?? '';
  const address = conversion.imageAddress(src);
  if (address === null && conversion.missingImage !== undefined) {
    conversion.missing.push({ src, alt });
    // Width and height belong to the original image.
    const { width: _, height: __, ...attributes } = attributesOf(element, 'img');
    return [xml('img', { src: conversion.missingImage, alt, ...attributes })];
  }
  if (address === null) {
    const link = isInLink ? null : imageLink(src, alt);
    // The link is wrapped, because a bare one would change the positions of the links beside it.
    return link === null ? [alt] : [xml('small', {}, [xml('a', { href: link.href }, [link.text])])];
  }
  return [xml('img', { src: address, alt, ...attributesOf(element, 'img') })];
}

/** The provisional id of a note until `resolveIds` replaces it. */
const noteTarget = (number: number) => `note ${number}`;

/** Makes the reference to the last note. It is a bare link, because e-readers look for one. */
function noteReference(conversion: Conversion): XmlNode {
  const number = conversion.notes.length;
  const attributes = {
    ...(conversion.isBook && { 'epub:type': 'noteref' }),
    href: `#${noteTarget(number)}`,
    role: 'doc-noteref',
  };
  return xml('a', attributes, [String(number)]);
}

/** Makes the section with the notes; nothing if there are none. */
function notesSection(conversion: Conversion): readonly XmlNode[] {
  if (conversion.notes.length === 0) return [];
  const notes = conversion.notes.map((note, at) => {
    const attributes = {
      id: noteTarget(at + 1),
      role: 'doc-footnote',
      ...(conversion.isBook && { 'epub:type': 'footnote' }),
    };
    const number = [`${at + 1}. `];
    return xml('aside', attributes, [xml('p', {}, [...number, ...noteLines(note)])]);
  });
  return [xml('section', { class: 'notes' }, notes)];
}

const noteLines = (text: string): XmlNode[] =>
  text.split(/\r\n?|\n/).flatMap((line, at) => (at === 0 ? [line] : [xml('br'), line]));

/**
 * Converts ruby text if each base has a reading; otherwise the readings follow as text in brackets.
 */
function convertRuby(ruby: ArticleElement, place: Place, { convert }: Conversion): XmlNode {
  const line = { ...place, isLine: true };
  const parts = withoutBlankTexts(
    ruby.childNodes.flatMap((node) => {
      const inside = isElement(node) && /^r[pt]$/.test(node.tagName) ? node : null;
      if (inside === null) return convert([node], line);
      return [
        xml(inside.tagName, attributesOf(inside, inside.tagName), convert(inside.childNodes, line)),
      ];
    }),
  );
  // The converted parts decide: a part may have lost all its content.
  const shape = parts.map((node) => rubyLetter(node)).join('');
  if (/^(?:b+(?:t|ptp))+$/.test(shape)) return xml('ruby', attributesOf(ruby, 'ruby'), parts);
  return xml(
    'span',
    attributesOf(ruby, 'span'),
    parts.flatMap((node) => (isRubyPart(node) ? node.children : [node])),
  );
}

const isRubyPart = (node: XmlNode): node is XmlElement =>
  typeof node !== 'string' && /^r[pt]$/.test(node.tag);

/** `t` for a reading, `p` for a bracket around it, `b` for the base text. */
const rubyLetter = (node: XmlNode): string => (isRubyPart(node) ? node.tag.slice(1) : 'b');

/** Joins adjacent texts and removes those that are blank. */
function withoutBlankTexts(nodes: readonly XmlNode[]): readonly XmlNode[] {
  const joined: XmlNode[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (typeof node === 'string' && typeof before === 'string') joined[joined.length - 1] += node;
    else joined.push(node);
  }
  return joined.filter((node) => typeof node !== 'string' || node.trim() !== '');
}
