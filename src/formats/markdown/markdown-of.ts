import type { FootnoteDefinition, Nodes, PhrasingContent, RootContent } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { tidyHighlights } from '../article/highlights-in-lines';
import { linkAddress } from '../article/link-address';
import { parseArticle } from '../article/parse-article';
import { type ExportedArticle, type ExportedBookmark, headingOf, videoLinkText } from '../exported';
import { frontMatter } from './front-matter';
import { highlightMarkToMarkdown } from './highlight-mark';
import { simplifyArticle } from './simplify-article';
import { articleToMdast, hasFormula } from './to-mdast';

export interface MarkdownOptions {
  readonly hasFrontMatter: boolean;
  /** Whether the title stands above the text. */
  readonly hasHeading: boolean;
  /** The address of the image of that `src`; null for one that is not kept: a link stands in its place. */
  readonly imageAddress: (src: string) => string | null;
  /** Number of its first footnote, so that several texts can stand in one file. */
  readonly firstNote?: number;
}

export interface MarkdownText {
  /** Ends with a line break. */
  readonly text: string;
  readonly noteCount: number;
}

const FORMATS: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  rule: '-',
  extensions: [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    gfmFootnoteToMarkdown(),
    highlightMarkToMarkdown,
  ],
};

/** Where there are formulas, a `$` that begins none is escaped. */
const FORMULAS: Options = { unsafe: [{ character: '$', inConstruct: 'phrasing' }] };

/**
 * A bookmark as Markdown (CommonMark with the tables, footnotes and struck text of GFM): front
 * matter, title, image, article. Highlights are `==marked==`, their notes are footnotes. The image
 * that stands for the whole comes first, also where the text has it further down: programs that
 * import it take the first for the cover.
 */
export function markdownOf(
  bookmark: ExportedBookmark,
  article: Omit<ExportedArticle, 'images'> | null,
  options: MarkdownOptions,
): MarkdownText {
  const { firstNote = 1, imageAddress } = options;
  const root = parseArticle(article?.html ?? '');
  simplifyArticle(root);
  const notes = tidyHighlights(root, firstNote);
  const text = articleToMdast(root, { imageAddress });
  const content: RootContent[] = [
    ...(options.hasHeading ? [heading(headingOf(bookmark))] : []),
    ...cover(article, text, imageAddress),
    ...videoLink(bookmark),
    ...text,
    ...notes.map((note, at) => footnote(note, firstNote + at)),
  ];
  const extensions = [...(FORMATS.extensions ?? []), ...(hasFormula(root) ? [FORMULAS] : [])];
  const markdown = toMarkdown({ type: 'root', children: content }, { ...FORMATS, extensions });
  const front = options.hasFrontMatter ? `${frontMatter(bookmark)}\n` : '';
  return { text: front + markdown, noteCount: notes.length };
}

const heading = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: title }],
});

/** The image that stands for the whole; nothing where the text begins with it. */
function cover(
  article: Omit<ExportedArticle, 'images'> | null,
  text: readonly RootContent[],
  imageAddress: (src: string) => string | null,
): RootContent[] {
  const { leadImage = null, leadInText = null } = article ?? {};
  const url = leadImage === null ? null : imageAddress(leadImage);
  const isFirst = leadInText !== null && firstImage(text) === imageAddress(leadInText);
  return url === null || isFirst ? [] : [paragraph({ type: 'image', url, alt: '' })];
}

/** The address of the image that `text` begins with; null when it begins with anything else. */
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

const footnote = (note: string, number: number): FootnoteDefinition => ({
  type: 'footnoteDefinition',
  identifier: String(number),
  children: note
    .split(/\n{2,}/)
    .map((part) => ({ type: 'paragraph', children: [{ type: 'text', value: part }] })),
});
