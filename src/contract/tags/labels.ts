import * as z from 'zod/mini';
import { form, text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, json, route } from '../route/route';
import { Address, record } from '../schema/record';
import { count } from '../schema/tolerant';
import { MAX_LABEL_LENGTH } from './bookmarks';

/** A label and its number of bookmarks (spec 2.15). */
export const LabelInfo = record(() => ({
  name: z.string(),
  count: count(),
  href: Address,
  href_bookmarks: Address,
}));
export type LabelInfo = z.output<typeof LabelInfo>;

export const LabelUpdated = record(() => ({ name: z.string() }));
export type LabelUpdated = z.output<typeof LabelUpdated>;

export const labelUpdate = form(() => ({
  name: required(text({ max: MAX_LABEL_LENGTH })),
}));

const LABELS_PATH = '/api/bookmarks/labels';
const READ_BOOKMARKS = ['api:bookmarks:read'] as const;
const WRITE_BOOKMARKS = ['api:bookmarks:write'] as const;
/** Exact and case-sensitive. A blank or missing name is a 404 (protocol.md section 8). */
const named = form(() => ({ name: required(text({ max: MAX_LABEL_LENGTH })) }));

export const labels = {
  list: route('GET', LABELS_PATH, {
    access: READ_BOOKMARKS,
    query: form(() => ({ q: text({ max: MAX_LABEL_LENGTH }) })),
    answers: { 200: json(z.array(LabelInfo)) },
  }),
  read: route('GET', LABELS_PATH, {
    access: READ_BOOKMARKS,
    selectedBy: 'name',
    query: named,
    namedByQuery: true, // Older documentation describes a list with one item.
    answers: { 200: json(z.pipe(z.transform(onlyItem), LabelInfo)) },
  }),
  rename: route('PATCH', LABELS_PATH, {
    access: WRITE_BOOKMARKS,
    query: named,
    namedByQuery: true,
    body: body(labelUpdate),
    invalid: { status: 400, kind: 'form' },
    answers: { 200: json(LabelUpdated) },
  }),
  delete: route('DELETE', LABELS_PATH, {
    access: WRITE_BOOKMARKS,
    query: named,
    namedByQuery: true,
    answers: { 204: empty() },
  }),
};

function onlyItem(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
