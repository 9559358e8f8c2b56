import * as z from 'zod/mini';
import { text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, json, route } from '../route/route';
import { Address, described, record } from '../schema/record';
import { count } from '../schema/tolerant';
import { MAX_LABEL_LENGTH } from './bookmarks';

/** A label and how many bookmarks have it (spec 2.15). */
export const LabelInfo = record({
  name: described(z.string(), 'Name.'),
  count: described(count(), 'Bookmarks that have it.'),
  href: described(Address, 'Address of this record in the API.'),
  href_bookmarks: described(Address, 'Address of the list of bookmarks that have it.'),
});
export type LabelInfo = z.output<typeof LabelInfo>;

export const LabelUpdated = record({ name: described(z.string(), 'Name.') });
export type LabelUpdated = z.output<typeof LabelUpdated>;

export const labelUpdate = { name: described(required(text({ max: MAX_LABEL_LENGTH })), 'Name.') };

const PATH = '/api/bookmarks/labels';
const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;
/** Exact and case-sensitive. Blank or missing, the route is not found (protocol.md section 8). */
const named = { name: described(required(text({ max: MAX_LABEL_LENGTH })), 'Name.') };

export const labels = {
  list: route({
    summary: 'All labels by name, with their counts.',
    notes: ['With `q` those that match; `*` stands for anything, case does not matter.'],
    method: 'GET',
    path: PATH,
    tag: 'bookmark labels',
    access: READ,
    query: { q: described(text({ max: MAX_LABEL_LENGTH }), 'What to look for.') },
    answers: { 200: json(z.array(LabelInfo)) },
  }),
  read: route({
    summary: 'One label, its name exact.',
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
    summary: 'Renames a label on all bookmarks.',
    notes: [
      'A name that another label has merges the two.',
      'Errors are the form body with status 400.',
    ],
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
    summary: 'Takes a label from all bookmarks.',
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
