import type { UnixMs } from '../../domain';
import {
  type ExportedArticle,
  type ExportedItem,
  type ExportedItems,
  headingOf,
  onlyKept,
} from '../exported';
import { imageExtension, slug } from '../files/file-name';
import { streamText } from '../files/text-stream';
import { type ArchivedFile, streamZip } from '../files/zip-stream';
import { markdownOf } from './markdown-of';

/** Between the texts of several bookmarks in one file. */
const DASHES = `\n${'-'.repeat(36)}\n\n`;

/**
 * Bookmarks as one Markdown file. One alone has front matter; several have none and are parted by
 * dashes. Images that are kept have the address that the article gives them, others are links.
 */
export function writeMarkdown(items: ExportedItems): ReadableStream<Uint8Array> {
  return streamText(pieces(items));
}

async function* pieces(items: ExportedItems) {
  let waiting: ExportedItem | null = null;
  let isAlone = true;
  let firstNote = 1;
  // Whether it is alone is known when the next one comes, or none.
  const write = async (item: ExportedItem) => {
    const article = await item.loadArticle();
    const { text, noteCount } = markdownOf(item.bookmark, article, {
      hasFrontMatter: isAlone,
      hasHeading: true,
      imageAddress: onlyKept((article?.images ?? []).map(({ src }) => src)),
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

/** A zip with a folder for each bookmark: `index.md` and the images that it shows. */
export function writeMarkdownZip(
  items: ExportedItems,
  options: { readonly modified: UnixMs },
): ReadableStream<Uint8Array> {
  return streamZip(files(items), options.modified);
}

async function* files(items: ExportedItems): AsyncGenerator<ArchivedFile> {
  for await (const item of items) {
    const folder = `${slug(headingOf(item.bookmark))}-${item.bookmark.id}`;
    const article = await item.loadArticle();
    const names = yield* imageFiles(article, folder);
    const { text } = markdownOf(item.bookmark, article, {
      hasFrontMatter: true,
      hasHeading: true,
      imageAddress: (src) => names.get(src) ?? null,
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
