import type { FootnoteDefinition, RootContent } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { tidyHighlights } from '../article/highlights-in-lines';
import { parseArticle } from '../article/parse-article';
import { type ExportedArticle, type ExportedBookmark, headingOf } from '../exported';
import { frontMatter } from './front-matter';
import { highlightMarkToMarkdown } from './highlight-mark';
import { articleToMdast, hasFormula } from './to-mdast';

export interface MarkdownOptions {
  readonly hasFrontMatter: boolean;
  /** Whether the title stands above the text. */
  readonly hasHeading: boolean;
  /** What stands for the image of that `src`, by default the `src`; null leaves it out. */
  readonly imageAddress?: (src: string) => string | null;
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
 * matter, title, image, article. Highlights are `==marked==`, their notes are footnotes.
 */
export function markdownOf(
  bookmark: ExportedBookmark,
  article: ExportedArticle | null,
  options: MarkdownOptions,
): MarkdownText {
  const { firstNote = 1, imageAddress = (src) => src } = options;
  const root = parseArticle(article?.html ?? '');
  const notes = tidyHighlights(root, firstNote);
  const lead = article?.leadImage == null ? null : imageAddress(article.leadImage);
  const content: RootContent[] = [
    ...(options.hasHeading ? [heading(headingOf(bookmark))] : []),
    ...(lead === null ? [] : [paragraph({ type: 'image', url: lead, alt: '' })]),
    ...articleToMdast(root, { imageAddress }),
    ...notes.map((note, at) => footnote(note, firstNote + at)),
  ];
  const extensions = [...(FORMATS.extensions ?? []), ...(hasFormula(root) ? [FORMULAS] : [])];
  const text = toMarkdown({ type: 'root', children: content }, { ...FORMATS, extensions });
  const front = options.hasFrontMatter ? `${frontMatter(bookmark)}\n` : '';
  return { text: front + text, noteCount: notes.length };
}

const heading = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: title }],
});

const paragraph = (image: Extract<RootContent, { type: 'image' }>): RootContent => ({
  type: 'paragraph',
  children: [image],
});

const footnote = (note: string, number: number): FootnoteDefinition => ({
  type: 'footnoteDefinition',
  identifier: String(number),
  children: note
    .split(/\n{2,}/)
    .map((part) => ({ type: 'paragraph', children: [{ type: 'text', value: part }] })),
});
