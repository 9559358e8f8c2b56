import type { FootnoteDefinition, Nodes, PhrasingContent, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { tidyHighlights } from '../article/highlights';
import { linkAddress } from '../article/link-address';
import { parseArticle } from '../article/parse-article';
import { type ArticleText, type ExportedBookmark, headingOf, videoLinkText } from '../exported';
import { dayOf } from '../files/file-name';
import { FORMATS, FORMULAS, paragraphsOf } from './markdown-options';
import { simplifyArticle } from './simplify-article';
import { articleToMdast, hasFormula } from './to-mdast';

/**
 * The input of a Markdown text. It is plain data, so that another process can do the conversion.
 */
export interface MarkdownSource {
  readonly bookmark: ExportedBookmark;
  /** null if neither a text nor an image is stored. */
  readonly article: ArticleText | null;
  readonly hasFrontMatter: boolean;
  /** True if the title is written above the text. */
  readonly hasHeading: boolean;
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
  simplifyArticle(root);
  const notes = tidyHighlights(root, firstNote);
  const text = articleToMdast(root, { imageAddress });
  const content: RootContent[] = [
    ...(source.hasHeading ? [heading(headingOf(bookmark))] : []),
    ...cover(article, text, imageAddress),
    ...videoLink(bookmark),
    ...text,
    ...notes.map((note, at) => footnote(note, firstNote + at)),
  ];
  const extensions = [...(FORMATS.extensions ?? []), ...(hasFormula(root) ? [FORMULAS] : [])];
  const markdown = toMarkdown({ type: 'root', children: content }, { ...FORMATS, extensions });
  const front = source.hasFrontMatter ? `${frontMatter(bookmark)}\n` : '';
  return { text: front + markdown, noteCount: notes.length };
}

const heading = (title: string): RootContent => ({
  type: 'heading',
  depth: 1,
  children: [{ type: 'text', value: title }],
});

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

const footnote = (note: string, number: number): FootnoteDefinition => ({
  type: 'footnoteDefinition',
  identifier: String(number),
  children: paragraphsOf(note),
});

/**
 * Returns the metadata above a Markdown text as YAML: title, saved, published, website, source,
 * authors and labels. Unknown fields are left out.
 */
function frontMatter(bookmark: ExportedBookmark): string {
  const { created, published, domain, url, authors, labels } = bookmark;
  const lines = [
    `title: ${yamlText(headingOf(bookmark))}`,
    `saved: ${yamlText(dayOf(created))}`,
    ...(published === null ? [] : [`published: ${yamlDay(published)}`]),
    ...(domain === '' ? [] : [`website: ${yamlText(domain)}`]),
    `source: ${yamlText(url)}`,
    ...yamlList('authors', authors),
    ...yamlList('labels', labels),
  ];
  return `---\n${lines.join('\n')}\n---\n`;
}

const yamlList = (name: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${name}:`, ...values.map((value) => `  - ${yamlText(value)}`)];

/** Quotes the day, because YAML parses a bare one as a date. */
const yamlDay = (date: string): string => yamlText(/^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? date);

/** Writes a double-quoted YAML string. YAML escapes as JSON does, plus the characters below. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
