import * as z from 'zod/mini';
import { Message } from '../errors';
import { choice, form, text } from '../form/field';
import { defaulted, isEmail, required } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, media, route } from '../route/route';
import { Address, Instant, record, ShortId } from '../schema/record';
import { flag, orNull } from '../schema/tolerant';
import { paging } from './bookmark-filters';

const MAX_EMAIL_LENGTH = 128;
export const EMAIL_FORMATS = ['html', 'epub'] as const;

/** How long a link works. */
export const SHARE_LIFETIMES = ['day', 'week', 'month', 'never'] as const;
export type ShareLifetime = (typeof SHARE_LIFETIMES)[number];

/** A public link to a bookmark (spec 2.14). */
export const ShareLink = record(() => ({
  url: Address,
  /** null for a link without an end, which only those get who ask for it. */
  expires: orNull(Instant),
  title: z.string(),
  id: ShortId,
}));
export type ShareLink = z.output<typeof ShareLink>;

/** A public link that works. Its address is never shown again. */
export const SharedLink = record(() => ({
  id: ShortId,
  href: Address,
  created: Instant,
  expires: orNull(Instant),
  bookmark_id: ShortId,
  bookmark_title: z.string(),
  /** True if the token of the request made it: they end together. */
  is_own: flag(),
}));
export type SharedLink = z.output<typeof SharedLink>;

const shareEmail = form(() => ({
  email: required(text({ max: MAX_EMAIL_LENGTH, test: isEmail })),
  format: defaulted(choice(EMAIL_FORMATS), 'html'),
}));

/** A token that may write but not read could read what it publishes, so sharing needs both. */
const SHARES = ['api:bookmarks:read', 'api:bookmarks:share'] as const;

export const sharing = {
  link: route('GET', '/api/bookmarks/{id}/share/link', {
    access: SHARES,
    params: { id: ShortId },
    query: form(() => ({ lifetime: choice(SHARE_LIFETIMES) })),
    answers: { 201: json(ShareLink, ['Location']) },
  }),
  links: route('GET', '/api/bookmarks/shares', {
    access: SHARES,
    query: paging,
    answers: { 200: json(z.array(SharedLink), PAGE_HEADERS) },
  }),
  withdraw: route('DELETE', '/api/bookmarks/shares/{id}', {
    access: ['api:bookmarks:share'],
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
  email: route('POST', '/api/bookmarks/{id}/share/email', {
    access: [...SHARES, 'email:send'],
    params: { id: ShortId },
    body: body(shareEmail),
    answers: { 200: json(Message) },
    errors: { 429: 'message' },
  }),
};

/** The public pages of shared bookmarks, which no client of the API calls. */
export const sharedPages = {
  page: route('GET', '/@b/{code}', {
    access: 'public',
    params: { code: z.string() },
    answers: { 200: media(['text/html'], ['Link', 'Readeck-Original']) },
    errors: { 410: 'message', 429: 'message' },
  }),
  picture: route('GET', '/@b/{code}/{folder}/{name}', {
    access: 'public',
    params: { code: z.string(), folder: z.string(), name: z.string() },
    answers: { 200: media(['image/*', '*/*']) },
    errors: { 410: 'message' },
  }),
};
