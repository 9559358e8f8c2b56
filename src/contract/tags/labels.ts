import * as z from 'zod/mini';
import { text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, json, route } from '../route/route';
import { Address, record } from '../schema/record';
import { count } from '../schema/tolerant';
import { MAX_LABEL_LENGTH } from './bookmarks';

/** A label and how many bookmarks have it (spec 2.15). */
export const LabelInfo = record({
  name: z.string(),
  count: count(),
  href: Address,
  href_bookmarks: Address,
});
export type LabelInfo = z.output<typeof LabelInfo>;

export const LabelUpdated = record({ name: z.string() });
export type LabelUpdated = z.output<typeof LabelUpdated>;

export const labelUpdate = { name: required(text({ max: MAX_LABEL_LENGTH })) };

const PATH = '/api/bookmarks/labels';
const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;
/** Exact and case-sensitive. Blank or missing, the route is not found (protocol.md section 8). */
const named = { name: required(text({ max: MAX_LABEL_LENGTH })) };

export const labels = {
  list: route({
    method: 'GET',
    path: PATH,
    tag: 'bookmark labels',
    access: READ,
    query: { q: text({ max: MAX_LABEL_LENGTH }) },
    answers: { 200: json(z.array(LabelInfo)) },
  }),
  read: route({
    method: 'GET',
    path: PATH,
    tag: 'bookmark labels',
    access: READ,
    selectedBy: 'name',
    query: named,
    namedByQuery: true,
    // Older documents say that a list of one comes.
    answers: { 200: json(z.pipe(z.transform(onlyItem), LabelInfo)) },
  }),
  rename: route({
    method: 'PATCH',
    path: PATH,
    tag: 'bookmark labels',
    access: WRITE,
    query: named,
    namedByQuery: true,
    body: body(labelUpdate),
    invalid: { status: 400, kind: 'form' },
    answers: { 200: json(LabelUpdated) },
  }),
  delete: route({
    method: 'DELETE',
    path: PATH,
    tag: 'bookmark labels',
    access: WRITE,
    query: named,
    namedByQuery: true,
    answers: { 204: empty() },
  }),
};

function onlyItem(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
