import type { FootnoteDefinition, Nodes, PhrasingContent, RootContent } from 'mdast';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { tidyHighlights } from '../article/highlights';
import { linkAddress } from '../article/link-address';
import { parseArticle } from '../article/parse-article';
import { type ArticleText, type ExportedBookmark, videoLinkText } from '../exported';
import { FORMULAS, MARKDOWN_FORMATS, paragraphsOf } from './markdown-options';
import { simplifyArticle } from './simplify-article';
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  type MarkdownTemplate,
  TEMPLATE_WITHOUT_HEADING,
} from './template';
import { articleToMdast, hasFormula } from './to-mdast';
import { writeTex } from './write-tex';

/**
 * The input of a Markdown text. It is plain data, so that another process can do the conversion.
 */
export interface MarkdownSource {
  readonly bookmark: ExportedBookmark;
  /** null if neither a text nor an image is stored. */
  readonly article: ArticleText | null;
  readonly hasFrontMatter: boolean;
  /** True if the title is written above the text. A `template` decides it by itself. */
  readonly hasHeading: boolean;
  /** The form of the text. The default has front matter with the metadata, and the title. */
  readonly template?: MarkdownTemplate;
  /** Addresses of images by their `src`. Other images are replaced by links. */
  readonly images: ReadonlyMap<string, string>;
  /** Number of the first footnote, so that one file can contain several texts. */
  readonly firstNote?: number;
}

interface MarkdownText {
  /** Ends with a line break. */
  readonly text: string;
  readonly noteCount: number;
}

/** Makes Markdown as `markdownOf` does, in this process or in another one. */
export type ToMarkdown = (source: MarkdownSource) => MarkdownText | Promise<MarkdownText>;

/**
 * Converts a bookmark to Markdown (CommonMark with GFM's tables, footnotes and strikethrough):
 * front matter, title, image, article. Highlights are `==marked==`, and their notes are footnotes.
 * The lead image comes first even if the text shows it later, because programs that import the file
 * use the first image as the cover.
 */
export function markdownOf(source: MarkdownSource): MarkdownText {
  const { bookmark, article, images, firstNote = 1 } = source;
  const imageAddress = (src: string) => images.get(src) ?? null;
  const root = parseArticle(article?.html ?? '');
  writeTex(root);
  simplifyArticle(root);
  const notes = tidyHighlights(root, firstNote);
  const text = articleToMdast(root, { imageAddress });
  const content: RootContent[] = [
    // Front matter has it as well.
    ...(source.hasFrontMatter || bookmark.note === '' ? [] : [noteBlock(bookmark.note)]),
    ...cover(article, text, imageAddress),
    ...videoLink(bookmark),
    ...text,
    ...notes.map((note, at) => footnote(note, firstNote + at)),
  ];
  const extensions = [
    ...(MARKDOWN_FORMATS.extensions ?? []),
    ...(hasFormula(root) ? [FORMULAS] : []),
  ];
  const options = { ...MARKDOWN_FORMATS, extensions };
  const markdown = toMarkdown({ type: 'root', children: content }, options);
  const template =
    source.template ?? (source.hasHeading ? DEFAULT_TEMPLATE : TEMPLATE_WITHOUT_HEADING);
  const shown = source.hasFrontMatter ? template : { ...template, front: null };
  const filled = fillTemplate(shown, bookmark, markdown, (line) => markdownLineOf(line, options));
  return { text: filled, noteCount: notes.length };
}

/** Writes a line of text, which may also be that of a heading. */
const markdownLineOf = (value: string, options: Options): string =>
  toMarkdown(paragraph({ type: 'text', value }), options)
    .trim()
    // Number signs at the end of a heading are not shown.
    .replace(/(?<=^|[^\\#])#+$/, '\\$&');

/** Returns the lead image; nothing if the text begins with it. */
function cover(
  article: ArticleText | null,
  text: readonly RootContent[],
  imageAddress: (src: string) => string | null,
): RootContent[] {
  const { leadImage = null, leadInText = null } = article ?? {};
  const url = leadImage === null ? null : imageAddress(leadImage);
  const isFirst = leadInText !== null && firstImage(text) === imageAddress(leadInText);
  return url === null || isFirst ? [] : [paragraph({ type: 'image', url, alt: '' })];
}

/**
 * Returns the address of the image that `text` begins with; null if it begins with something else.
 */
function firstImage([first]: readonly Nodes[]): string | null {
  let node = first;
  while (node !== undefined && 'children' in node) [node] = node.children;
  return node?.type === 'image' ? node.url : null;
}

function videoLink(bookmark: ExportedBookmark): RootContent[] {
  const value = videoLinkText(bookmark);
  const url = linkAddress(bookmark.url);
  if (value === null || url === null) return [];
  return [paragraph({ type: 'link', url, children: [{ type: 'text', value }] })];
}

const paragraph = (child: PhrasingContent): RootContent => ({
  type: 'paragraph',
  children: [child],
});

const noteBlock = (note: string): RootContent => ({
  type: 'blockquote',
  children: paragraphsOf(note),
});

const footnote = (note: string, number: number): FootnoteDefinition => ({
  type: 'footnoteDefinition',
  identifier: String(number),
  children: paragraphsOf(note),
});
