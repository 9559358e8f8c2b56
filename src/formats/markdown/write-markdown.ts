import type { UnixMs } from '../../domain/time';
import {
  articleTextOf,
  atOwnAddress,
  type ExportedArticle,
  type ExportedBookmark,
  type ExportedItem,
  type ExportedItems,
  headingOf,
} from '../exported';
import { imageExtension, slug } from '../files/file-name';
import { type ArchivedFile, streamText, streamZip } from '../files/streams';
import { type MarkdownSource, markdownOf, type ToMarkdown } from './markdown-of';

/** Separates bookmarks in one file. */
const DASHES = `\n${'-'.repeat(36)}\n\n`;

/** The parts of a file beside the text. */
export type MarkdownLayout =
  /** The metadata as YAML, where the file has one text, and the title. */
  | 'properties'
  /** The title, and a line with the site, the authors and the day. */
  | 'heading'
  /** None. */
  | 'text';

const PARTS: Readonly<
  Record<MarkdownLayout, Pick<MarkdownSource, 'hasFrontMatter' | 'hasHeading' | 'hasSource'>>
> = {
  properties: { hasFrontMatter: true, hasHeading: true },
  heading: { hasFrontMatter: false, hasHeading: true, hasSource: true },
  text: { hasFrontMatter: false, hasHeading: false },
};

interface MarkdownOptions {
  /** By default Markdown is made in this process. */
  readonly toMarkdown?: ToMarkdown;
  /** Default: `properties`. */
  readonly layout?: MarkdownLayout;
}

/**
 * Writes bookmarks as one Markdown file. Several have no front matter and are separated by dashes. Stored
 * images keep their address in the article; others become links.
 */
export function writeMarkdown(
  items: ExportedItems,
  options: MarkdownOptions = {},
): ReadableStream<Uint8Array> {
  return streamText(pieces(items, options));
}

async function* pieces(
  items: ExportedItems,
  { toMarkdown = markdownOf, layout = 'properties' }: MarkdownOptions,
) {
  let waiting: ExportedItem | null = null;
  let isAlone = true;
  let firstNote = 1;
  // The next bookmark, or the end, shows if this one is the only one.
  const write = async (item: ExportedItem) => {
    const article = await item.loadArticle();
    const { text, noteCount } = await toMarkdown({
      bookmark: item.bookmark,
      article: articleTextOf(article),
      ...PARTS[layout],
      ...(!isAlone && { hasFrontMatter: false }),
      images: atOwnAddress(article),
      firstNote,
    });
    firstNote += noteCount;
    return text;
  };
  for await (const item of items) {
    if (waiting !== null) {
      isAlone = false;
      yield (await write(waiting)) + DASHES;
    }
    waiting = item;
  }
  if (waiting !== null) yield await write(waiting);
}

interface MarkdownZipOptions extends MarkdownOptions {
  readonly modified: UnixMs;
  /** Returns the folder of a bookmark. By default it has the title and the id. */
  readonly folderOf?: (bookmark: ExportedBookmark) => string;
}

/** Writes a zip with a folder for each bookmark: `index.md` and its images. */
export const writeMarkdownZip = (
  items: ExportedItems,
  options: MarkdownZipOptions,
): ReadableStream<Uint8Array> => streamZip(files(items, options), options.modified);

const withId = (bookmark: ExportedBookmark): string =>
  `${slug(headingOf(bookmark))}-${bookmark.id}`;

async function* files(
  items: ExportedItems,
  { toMarkdown = markdownOf, layout = 'properties', folderOf = withId }: MarkdownZipOptions,
): AsyncGenerator<ArchivedFile> {
  for await (const item of items) {
    const folder = folderOf(item.bookmark);
    const article = await item.loadArticle();
    const images = yield* imageFiles(article, folder);
    const { text } = await toMarkdown({
      bookmark: item.bookmark,
      article: articleTextOf(article),
      ...PARTS[layout],
      images,
    });
    yield { name: `${folder}/index.md`, content: text };
  }
}

async function* imageFiles(
  article: ExportedArticle | null,
  folder: string,
): AsyncGenerator<ArchivedFile, ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const image of article?.images ?? []) {
    const file = names.has(image.src) ? null : await image.read();
    const extension = file === null ? null : imageExtension(file.type);
    if (file === null || extension === null) continue;
    const name = `${names.size + 1}.${extension}`;
    yield { name: `${folder}/${name}`, content: file.bytes };
    names.set(image.src, name);
  }
  return names;
}
