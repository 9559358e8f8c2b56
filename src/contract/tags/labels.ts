import * as z from 'zod/mini';
import { text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, json, route } from '../route/route';
import { Address, described, record } from '../schema/record';
import { count } from '../schema/tolerant';
import { MAX_LABEL_LENGTH } from './bookmarks';

/** A label and its number of bookmarks (spec 2.15). */
export const LabelInfo = record({
  name: described(z.string(), 'Name.'),
  count: described(count(), 'Number of bookmarks with this label.'),
  href: described(Address, 'Address of this record in the API.'),
  href_bookmarks: described(Address, 'Address of the list of bookmarks with this label.'),
});
export type LabelInfo = z.output<typeof LabelInfo>;

export const LabelUpdated = record({ name: described(z.string(), 'Name.') });
export type LabelUpdated = z.output<typeof LabelUpdated>;

const labelUpdate = { name: described(required(text({ max: MAX_LABEL_LENGTH })), 'Name.') };

const PATH = '/api/bookmarks/labels';
const READ = ['api:bookmarks:read'] as const;
const WRITE = ['api:bookmarks:write'] as const;
/** Exact and case-sensitive. A blank or missing name is a 404 (protocol.md section 8). */
const named = { name: described(required(text({ max: MAX_LABEL_LENGTH })), 'Name.') };

export const labels = {
  list: route({
    summary: 'Lists all labels by name with their numbers of bookmarks.',
    notes: ['`q` filters them; `*` matches any text, case is ignored.'],
    method: 'GET',
    path: PATH,
    tag: 'bookmark labels',
    access: READ,
    query: { q: described(text({ max: MAX_LABEL_LENGTH }), 'Text to search for.') },
    answers: { 200: json(z.array(LabelInfo)) },
  }),
  read: route({
    summary: 'Returns the label with exactly this name.',
    method: 'GET',
    path: PATH,
    tag: 'bookmark labels',
    access: READ,
    selectedBy: 'name',
    query: named,
    namedByQuery: true,
    // Older documentation describes a list with one item.
    answers: { 200: json(z.pipe(z.transform(onlyItem), LabelInfo)) },
  }),
  rename: route({
    summary: 'Renames a label on all bookmarks.',
    notes: [
      'If another label has the new name, the two are merged.',
      'Errors have status 400 with the form body.',
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
    summary: 'Removes a label from all bookmarks.',
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
