import type { FootnoteDefinition, Nodes, PhrasingContent, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { sourceNameOf } from '../../domain/added-file';
import { tidyHighlights } from '../article/highlights';
import { linkAddress } from '../article/link-address';
import { parseArticle } from '../article/parse-article';
import { type ArticleText, type ExportedBookmark, headingOf, videoLinkText } from '../exported';
import { frontMatter, publishedDay } from './front-matter';
import { FORMULAS, MARKDOWN_FORMATS, paragraphsOf } from './markdown-options';
import { simplifyArticle } from './simplify-article';
import { articleToMdast, hasFormula } from './to-mdast';
import { writeTex } from './write-tex';

/**
 * The input of a Markdown text. It is plain data, so that another process can do the conversion.
 */
export interface MarkdownSource {
  readonly bookmark: ExportedBookmark;
  /** null if neither a text nor an image is stored. */
  readonly article: ArticleText | null;
  /** True if the metadata are written at the top, as YAML. */
  readonly hasFrontMatter: boolean;
  /** True if the title is written above the text. */
  readonly hasHeading: boolean;
  /** True if a line below the title has the site with its address, the authors and the day. */
  readonly hasSource?: boolean;
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
    ...(source.hasHeading ? [heading(bookmark)] : []),
    ...(source.hasSource ? [sourceLine(bookmark)] : []),
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
  const markdown = toMarkdown(
    { type: 'root', children: content },
    { ...MARKDOWN_FORMATS, extensions },
  );
  const top = source.hasFrontMatter ? frontMatter(bookmark) : '';
  return { text: top + markdown, noteCount: notes.length };
}

const heading = (bookmark: ExportedBookmark): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: headingOf(bookmark) }],
});

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The site as a link, the authors and the day on which the page was published. */
function sourceLine(bookmark: ExportedBookmark): RootContent {
  const { siteName, domain, url, authors } = bookmark;
  const name = inOneLine(siteName) || domain || sourceNameOf(url);
  const site = { type: 'text', value: name } as const;
  const address = linkAddress(url);
  const names = authors.map(inOneLine).filter((author) => author !== '');
  const rest = [names.join(', '), publishedDay(bookmark)].filter((part) => part !== '');
  return {
    type: 'paragraph',
    children: [
      address === null ? site : { type: 'link', url: address, children: [site] },
      ...rest.map((part) => ({ type: 'text', value: ` · ${part}` }) as const),
    ],
  };
}

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
