import { expect } from 'vitest';
import type { Metadata } from '../../../src/capture';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';
import { openHtml } from '../../../src/capture/open-html';

const PAGE = 'https://garden.example/ferns';

/** Reads the metadata of a page, of which the DOM of the server has to give the same. */
export function metadataIn(html: string, url: string): Metadata {
  const document = new DOMParser().parseFromString(html, 'text/html');
  Object.defineProperty(document, 'URL', { value: url });
  const { metadata } = readMetadata(document, url);
  expect(readMetadata(openHtml(html, url).document, url).metadata).toEqual(metadata);
  return metadata;
}

/** Reads the metadata of a page about ferns, with `body` below its headline. */
export function metadataOf(body: string, { lang = 'en', head = '' } = {}): Metadata {
  const html = `<html lang="${lang}"><head><title>Ferns in shade</title>${head}</head><body>
    <main><h1>Ferns in shade</h1>${body}</main></body></html>`;
  return metadataIn(html, PAGE);
}
