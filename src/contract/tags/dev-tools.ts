import * as z from 'zod/mini';
import { text } from '../form/field';
import { isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, jsonOrPage, route } from '../route/route';
import { described, record } from '../schema/record';
import { list, text as textOrEmpty } from '../schema/tolerant';
import { MAX_URL_LENGTH } from './bookmarks';

/** The result of extraction, for debugging (protocol.md section 15). */
export const Extraction = record({
  url: described(z.string(), 'Address.'),
  title: described(textOrEmpty(), 'Title.'),
  site_name: described(textOrEmpty(), 'Name of the site.'),
  document_type: described(textOrEmpty(), 'The kind of document that extraction detected.'),
  authors: described(list(z.string()), 'Authors.'),
  description: described(textOrEmpty(), 'A short text without markup.'),
  lang: described(textOrEmpty(), 'Language tag; empty when unknown.'),
  html: described(textOrEmpty(), 'The page.'),
  log: described(list(z.string()), 'Log of the extraction.'),
});
export type Extraction = z.output<typeof Extraction>;

const COOKBOOK = ['api:cookbook:read'] as const;
const url = described(
  required(text({ max: MAX_URL_LENGTH, test: isWebAddress })),
  'Address of the page.',
);

export const devTools = {
  extract: route({
    summary: 'Extracts an article from an address.',
    notes: ['With `Accept: text/html` the response is the article as a page.'],
    method: 'GET',
    path: '/api/cookbook/extract',
    tag: 'dev tools',
    access: COOKBOOK,
    query: { url },
    reads: ['Accept'],
    answers: { 200: jsonOrPage(Extraction) },
  }),
  extractGiven: route({
    summary: 'Extracts an article from a page that is sent.',
    method: 'POST',
    path: '/api/cookbook/extract',
    tag: 'dev tools',
    access: COOKBOOK,
    body: body({ url, html: described(file(), 'The page.') }),
    reads: ['Accept'],
    answers: { 200: jsonOrPage(Extraction) },
  }),
  urls: route({
    summary: 'Lists addresses for testing extraction by site: those for which it failed.',
    method: 'GET',
    path: '/api/cookbook/urls',
    tag: 'dev tools',
    access: COOKBOOK,
    answers: { 200: json(z.record(z.string(), z.array(z.string()))) },
  }),
};
