import * as z from 'zod/mini';
import { Message } from '../errors';
import { choice, text } from '../form/field';
import { defaulted, isEmail, required } from '../form/rules';
import { body, json, media, route } from '../route/route';
import { Address, described, Instant, record, ShortId } from '../schema/record';

const MAX_EMAIL_LENGTH = 128;
export const EMAIL_FORMATS = ['html', 'epub'] as const;

/** A public link to a bookmark (spec 2.14). */
export const ShareLink = record({
  url: described(Address, 'Address.'),
  expires: described(Instant, 'Time of expiry.'),
  title: described(z.string(), 'Title.'),
  id: described(ShortId, 'Id of the bookmark.'),
});
export type ShareLink = z.output<typeof ShareLink>;

const shareEmail = {
  email: described(required(text({ max: MAX_EMAIL_LENGTH, test: isEmail })), 'E-mail address.'),
  format: described(defaulted(choice(EMAIL_FORMATS), 'html'), 'Format of the e-mail.'),
};

export const sharing = {
  link: route({
    summary: 'Creates a public link to the article.',
    notes: ['Each call creates another link. It is valid for 24 hours.'],
    method: 'GET',
    path: '/api/bookmarks/{id}/share/link',
    tag: 'bookmark sharing',
    access: ['api:bookmarks:share'],
    params: { id: ShortId },
    answers: { 201: json(ShareLink, ['Location']) },
  }),
  email: route({
    summary: 'Sends the article by e-mail.',
    notes: ['Requires the feature `email`, otherwise a 403.'],
    method: 'POST',
    path: '/api/bookmarks/{id}/share/email',
    tag: 'bookmark sharing',
    access: ['api:bookmarks:share', 'email:send'],
    params: { id: ShortId },
    body: body(shareEmail),
    answers: { 200: json(Message) },
    errors: { 429: 'message' },
  }),
  page: route({
    summary: 'Shows the shared article to anybody who has the link.',
    notes: ['410 when the link has expired.'],
    method: 'GET',
    path: '/@b/{code}',
    tag: 'bookmark sharing',
    access: 'public',
    params: { code: z.string() },
    answers: { 200: media(['text/html'], ['Link', 'Readeck-Original']) },
    errors: { 410: 'message', 429: 'message' },
  }),
};
