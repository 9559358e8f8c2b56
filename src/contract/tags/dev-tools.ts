import * as z from 'zod/mini';
import { form, text } from '../form/field';
import { isWebAddress, required } from '../form/rules';
import { file } from '../form/upload';
import { body, json, jsonOrPage, route } from '../route/route';
import { record } from '../schema/record';
import { list, text as textOrEmpty } from '../schema/tolerant';
import { MAX_URL_LENGTH } from './bookmarks';

/** The result of extraction, for debugging (protocol.md section 15). */
export const Extraction = record(() => ({
  url: z.string(),
  title: textOrEmpty(),
  site_name: textOrEmpty(),
  document_type: textOrEmpty(),
  authors: list(z.string()),
  description: textOrEmpty(),
  lang: textOrEmpty(),
  html: textOrEmpty(),
  log: list(z.string()),
}));
export type Extraction = z.output<typeof Extraction>;

const COOKBOOK = ['api:cookbook:read'] as const;
const url = () => required(text({ max: MAX_URL_LENGTH, test: isWebAddress }));

export const devTools = {
  extract: route('GET', '/api/cookbook/extract', {
    access: COOKBOOK,
    query: form(() => ({ url: url() })),
    reads: ['Accept'],
    answers: { 200: jsonOrPage(Extraction) },
  }),
  extractGiven: route('POST', '/api/cookbook/extract', {
    access: COOKBOOK,
    body: body(form(() => ({ url: url(), html: file() }))),
    reads: ['Accept'],
    answers: { 200: jsonOrPage(Extraction) },
  }),
  urls: route('GET', '/api/cookbook/urls', {
    access: COOKBOOK,
    answers: { 200: json(z.record(z.string(), z.array(z.string()))) },
  }),
};
