import * as z from 'zod/mini';
import { text } from '../form/field';
import { isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, jsonOrPage, route } from '../route/route';
import { described, record } from '../schema/record';
import { list, text as textOrEmpty } from '../schema/tolerant';
import { MAX_URL_LENGTH } from './bookmarks';

/** What extraction makes of a page, for those who look into it (protocol.md section 15). */
export const Extraction = record({
  url: described(z.string(), 'Address.'),
  title: described(textOrEmpty(), 'Title; as a filter: search in the titles.'),
  site_name: described(textOrEmpty(), 'Name of the site.'),
  document_type: described(textOrEmpty(), 'What extraction took it for.'),
  authors: described(list(z.string()), 'Who wrote it.'),
  description: described(textOrEmpty(), 'A short text without markup.'),
  lang: described(textOrEmpty(), 'Language tag; empty when unknown.'),
  html: described(textOrEmpty(), 'The page.'),
  log: described(list(z.string()), 'What extraction did.'),
});
export type Extraction = z.output<typeof Extraction>;

const COOKBOOK = ['api:cookbook:read'] as const;
const url = described(
  required(text({ max: MAX_URL_LENGTH, test: isWebAddress })),
  'Address of the page.',
);

export const devTools = {
  extract: route({
    summary: 'What extraction makes of an address.',
    notes: ['With `Accept: text/html` the article as a page.'],
    method: 'GET',
    path: '/api/cookbook/extract',
    tag: 'dev tools',
    access: COOKBOOK,
    query: { url },
    reads: ['Accept'],
    answers: { 200: jsonOrPage(Extraction) },
  }),
  extractGiven: route({
    summary: 'What extraction makes of a page that is sent.',
    method: 'POST',
    path: '/api/cookbook/extract',
    tag: 'dev tools',
    access: COOKBOOK,
    body: body({ url, html: described(file(), 'The page.') }),
    reads: ['Accept'],
    answers: { 200: jsonOrPage(Extraction) },
  }),
  urls: route({
    summary: 'Addresses to try extraction with, by site: those that it failed at.',
    method: 'GET',
    path: '/api/cookbook/urls',
    tag: 'dev tools',
    access: COOKBOOK,
    answers: { 200: json(z.record(z.string(), z.array(z.string()))) },
  }),
};
