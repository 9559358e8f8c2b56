import type { Metadata } from '../../../src/capture';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';

const PAGE = 'https://garden.example/ferns';

/** Reads the metadata of a page about ferns, with `body` below its headline. */
export function metadataOf(body: string, { lang = 'en', head = '' } = {}): Metadata {
  const html = `<html lang="${lang}"><head><title>Ferns in shade</title>${head}</head><body>
    <main><h1>Ferns in shade</h1>${body}</main></body></html>`;
  const document = new DOMParser().parseFromString(html, 'text/html');
  Object.defineProperty(document, 'URL', { value: PAGE });
  return readMetadata(document, PAGE).metadata;
}
