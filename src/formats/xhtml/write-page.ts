import {
  type ExportedArticle,
  type ExportedImage,
  type ExportedItem,
  headingOf,
  imageAbove,
} from '../exported';
import { streamText } from '../files/text-stream';
import { convertArticle } from './convert-article';
import { articleHeader, articleLead, languageOf } from './document-head';
import { PAGE_CSS } from './look';
import { writeXml, xml } from './xml';

export interface PageOptions {
  /**
   * Where the page finds an image: an address, null when it goes without. By default the image
   * itself, so that the page needs nothing else.
   */
  readonly imageAddress?: (image: ExportedImage) => Promise<string | null>;
}

/** A bookmark as one HTML page that needs no other file, no script and no network. */
export function writePage(
  item: ExportedItem,
  options: PageOptions = {},
): ReadableStream<Uint8Array> {
  return streamText(pieces(item, options));
}

async function* pieces(item: ExportedItem, options: PageOptions) {
  const { bookmark } = item;
  const article = await item.loadArticle();
  const addresses = await addressesOf(article, options.imageAddress ?? dataAddress);
  const imageAddress = (src: string) => addresses.get(src) ?? null;
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
  const page = xml('html', languageOf(bookmark), [head, xml('body', {}, [body])]);
  yield `<!DOCTYPE html>\n${writeXml([page])}\n`;
}

async function addressesOf(
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
  const bytes = await image.read();
  return bytes === null ? null : `data:${image.type};base64,${toBase64(bytes)}`;
}

/** A call can't take more arguments than fit on the stack. */
const PIECE = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(binary);
}
