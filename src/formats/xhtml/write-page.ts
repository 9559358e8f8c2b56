import type { UnixMs } from '../../domain/time';
import {
  type ArticleText,
  articleTextOf,
  type ExportedArticle,
  type ExportedBookmark,
  type ExportedImage,
  type ExportedItem,
  type ExportedItems,
  headingOf,
  imageAbove,
} from '../exported';
import { uniqueSlugs } from '../files/file-name';
import { type ArchivedFile, streamZip } from '../files/streams';
import { articleHeader, articleLead, PAGE_CSS, xhtmlLanguageOf } from './article-page';
import { convertArticle } from './convert-article';
import { writeXml, type XmlNode, xml } from './xml';

/** The input of a page. It is plain data, so that another process can do the conversion. */
export interface PageSource {
  readonly bookmark: ExportedBookmark;
  /** null if neither a text nor an image is stored. */
  readonly article: ArticleText | null;
  /** Addresses of images by their `src`. */
  readonly images: ReadonlyMap<string, string>;
}

/** Makes a page as `htmlPageOf` does, in this process or in another one. */
export type ToPage = (source: PageSource) => string | Promise<string>;

interface PageOptions {
  /**
   * The address by which the page shows an image; null leaves the image out. By default it is the
   * image itself, so that the page needs no other file.
   */
  readonly imageAddress?: (image: ExportedImage) => Promise<string | null>;
  /** By default the page is made in this process. */
  readonly toPage?: ToPage;
}

/** Writes a bookmark as one HTML page that needs no other file, no script and no network. */
export async function writePage(
  { bookmark, loadArticle }: ExportedItem,
  { imageAddress = dataAddress, toPage = htmlPageOf }: PageOptions = {},
): Promise<string> {
  const article = await loadArticle();
  const images = await imageAddressesOf(article, imageAddress);
  return toPage({ bookmark, article: articleTextOf(article), images });
}

interface PageZipOptions extends Pick<PageOptions, 'toPage'> {
  readonly modified: UnixMs;
}

/** Writes a zip with an HTML page for each bookmark. */
export const writePageZip = (
  items: ExportedItems,
  options: PageZipOptions,
): ReadableStream<Uint8Array> => streamZip(pageFiles(items, options), options.modified);

async function* pageFiles(
  items: ExportedItems,
  options: PageZipOptions,
): AsyncGenerator<ArchivedFile> {
  const slugOf = uniqueSlugs();
  for await (const item of items) {
    const name = `${slugOf(headingOf(item.bookmark))}.html`;
    yield { name, content: await writePage(item, options) };
  }
}

/** Converts a bookmark to an HTML page. */
export function htmlPageOf({ bookmark, article, images }: PageSource): string {
  const imageAddress = (src: string) => images.get(src) ?? null;
  const { content, notes } = convertArticle(article?.html ?? '', {
    imageAddress,
    idPrefix: '',
    isBook: false,
  });
  const head = xml('head', {}, [
    xml('meta', { charset: 'utf-8' }),
    xml('meta', { name: 'viewport', content: 'width=device-width' }),
    xml('title', {}, [headingOf(bookmark)]),
    xml('style', {}, [PAGE_CSS]),
  ]);
  const body = xml('article', {}, [
    articleHeader(bookmark),
    ...articleLead(bookmark, imageAddress(imageAbove(article) ?? '')),
    ...content,
    ...notes,
  ]);
  const page = xml('html', xhtmlLanguageOf(bookmark), [head, xml('body', {}, [body])]);
  return `<!DOCTYPE html>\n${writeXml([page])}\n`;
}

async function imageAddressesOf(
  article: ExportedArticle | null,
  addressOf: (image: ExportedImage) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const image of article?.images ?? []) {
    const address = await addressOf(image);
    if (address !== null) addresses.set(image.src, address);
  }
  return addresses;
}

async function dataAddress(image: ExportedImage): Promise<string | null> {
  const file = await image.read();
  return file === null ? null : `data:${file.type};base64,${toBase64(file.bytes)}`;
}

/** A call cannot take more arguments than fit on the stack. */
const BASE64_PIECE_BYTES = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += BASE64_PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + BASE64_PIECE_BYTES));
  }
  return btoa(binary);
}

interface MarkupOptions {
  /**
   * Returns the address for the image with that `src`. If it is null, the image is replaced by a
   * link to it, or by its description.
   */
  readonly imageAddress: (src: string) => string | null;
}

/**
 * Converts an article to markup that can be inserted into a page. It is built anew from known
 * elements, so it runs no script and loads only what `imageAddress` returns.
 */
export const articleMarkup = (html: string, { imageAddress }: MarkupOptions): string =>
  writeXml(
    convertArticle(html, { imageAddress, idPrefix: 'article-', isBook: false }).content.map(
      withReach,
    ),
  );

/** Elements that a style may make scrollable when a line is too long. */
const SCROLLING: ReadonlySet<string> = new Set(['pre', 'table']);

/** Makes scrollable elements focusable, because not every browser does. */
function withReach(node: XmlNode): XmlNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const reach = SCROLLING.has(tag) ? { tabindex: '0' } : {};
  return { tag, attributes: { ...attributes, ...reach }, children: children.map(withReach) };
}
