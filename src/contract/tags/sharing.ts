import * as z from 'zod/mini';
import { Message } from '../errors';
import { choice, text } from '../form/field';
import { defaulted, isEmail, required } from '../form/rules';
import { body, json, media, route } from '../route/route';
import { Address, Instant, record, ShortId } from '../schema/record';

const MAX_EMAIL_LENGTH = 128;
export const EMAIL_FORMATS = ['html', 'epub'] as const;

/** A public link to a bookmark (spec 2.14). */
export const ShareLink = record({
  url: Address,
  expires: Instant,
  title: z.string(),
  id: ShortId,
});
export type ShareLink = z.output<typeof ShareLink>;

const shareEmail = {
  email: required(text({ max: MAX_EMAIL_LENGTH, test: isEmail })),
  format: defaulted(choice(EMAIL_FORMATS), 'html'),
};

export const sharing = {
  link: route('GET', '/api/bookmarks/{id}/share/link', {
    access: ['api:bookmarks:share'],
    params: { id: ShortId },
    answers: { 201: json(ShareLink, ['Location']) },
  }),
  email: route('POST', '/api/bookmarks/{id}/share/email', {
    access: ['api:bookmarks:share', 'email:send'],
    params: { id: ShortId },
    body: body(shareEmail),
    answers: { 200: json(Message) },
    errors: { 429: 'message' },
  }),
  page: route('GET', '/@b/{code}', {
    access: 'public',
    params: { code: z.string() },
    answers: { 200: media(['text/html'], ['Link', 'Readeck-Original']) },
    errors: { 410: 'message', 429: 'message' },
  }),
};
