import * as z from 'zod/mini';
import { Message } from '../errors';
import { choice, text } from '../form/field';
import { defaulted, isEmail, required } from '../form/rules';
import { body, json, media, route } from '../route/route';
import { Address, Instant, record, ShortId } from '../schema/record';
/** How long a share link works, when the server isn't told otherwise (protocol.md section 7.8). */
export const SHARE_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const MAX_EMAIL_LENGTH = 128;
export const EMAIL_FORMATS = ['html', 'epub'] as const;

/** A public link to a bookmark (spec 2.14). */
export const ShareLink = record({
  url: Address,
  /** Rounded to the minute. */
  expires: Instant,
  title: z.string(),
  id: ShortId,
});
export type ShareLink = z.output<typeof ShareLink>;

export const shareEmail = {
  email: required(text({ max: MAX_EMAIL_LENGTH, test: isEmail })),
  format: defaulted(choice(EMAIL_FORMATS), 'html'),
};

export const sharing = {
  link: route({
    method: 'GET',
    path: '/api/bookmarks/{id}/share/link',
    tag: 'bookmark sharing',
    access: ['api:bookmarks:share'],
    params: { id: ShortId },
    answers: { 201: json(ShareLink, ['Location']) },
  }),
  email: route({
    method: 'POST',
    path: '/api/bookmarks/{id}/share/email',
    tag: 'bookmark sharing',
    access: ['api:bookmarks:share', 'email:send'],
    params: { id: ShortId },
    body: body(shareEmail),
    answers: { 200: json(Message) },
    errors: { 429: 'message' },
  }),
  /** What a share link opens: the article for anybody. */
  page: route({
    method: 'GET',
    path: '/@b/{code}',
    tag: 'bookmark sharing',
    access: 'public',
    params: { code: z.string() },
    answers: { 200: media(['text/html'], ['Link', 'Readeck-Original']) },
    errors: { 410: 'message', 429: 'message' },
  }),
};
