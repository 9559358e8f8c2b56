import type { UnixMs } from '../../domain';
import {
  atOwnAddress,
  type ExportedArticle,
  type ExportedItem,
  type ExportedItems,
  headingOf,
  textOf,
} from '../exported';
import { imageExtension, slug } from '../files/file-name';
import { type ArchivedFile, streamText, streamZip } from '../files/streams';
import { markdownOf, type ToMarkdown } from './markdown-of';

/** Separates bookmarks in one file. */
const DASHES = `\n${'-'.repeat(36)}\n\n`;

interface MarkdownOptions {
  /** By default Markdown is made in this process. */
  readonly toMarkdown?: ToMarkdown;
}

/**
 * Writes bookmarks as one Markdown file. A single bookmark has front matter. Several have none and
 * are separated by dashes. Stored images keep their address in the article; others become links.
 */
export function writeMarkdown(
  items: ExportedItems,
  { toMarkdown = markdownOf }: MarkdownOptions = {},
): ReadableStream<Uint8Array> {
  return streamText(pieces(items, toMarkdown));
}

async function* pieces(items: ExportedItems, toMarkdown: ToMarkdown) {
  let waiting: ExportedItem | null = null;
  let isAlone = true;
  let firstNote = 1;
  // The next bookmark, or the end, shows if this one is the only one.
  const write = async (item: ExportedItem) => {
    const article = await item.loadArticle();
    const { text, noteCount } = await toMarkdown({
      bookmark: item.bookmark,
      article: textOf(article),
      hasFrontMatter: isAlone,
      hasHeading: true,
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

/** Writes a zip with a folder for each bookmark: `index.md` and its images. */
export function writeMarkdownZip(
  items: ExportedItems,
  { modified, toMarkdown = markdownOf }: MarkdownOptions & { readonly modified: UnixMs },
): ReadableStream<Uint8Array> {
  return streamZip(files(items, toMarkdown), modified);
}

async function* files(items: ExportedItems, toMarkdown: ToMarkdown): AsyncGenerator<ArchivedFile> {
  for await (const item of items) {
    const folder = `${slug(headingOf(item.bookmark))}-${item.bookmark.id}`;
    const article = await item.loadArticle();
    const images = yield* imageFiles(article, folder);
    const { text } = await toMarkdown({
      bookmark: item.bookmark,
      article: textOf(article),
      hasFrontMatter: true,
      hasHeading: true,
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
    const extension = imageExtension(image.type);
    const bytes = extension === null || names.has(image.src) ? null : await image.read();
    if (bytes === null) continue;
    const name = `${names.size + 1}.${extension}`;
    yield { name: `${folder}/${name}`, content: bytes };
    names.set(image.src, name);
  }
  return names;
}
