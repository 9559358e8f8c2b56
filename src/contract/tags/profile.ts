import * as z from 'zod/mini';
import { flag, integer, text } from '../form/field';
import { filled, isEmail, isLanguage, MAX_LANGUAGE_LENGTH } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { described, Instant, record, ShortId } from '../schema/record';
import {
  count,
  flag as flagOrFalse,
  list,
  orAbsent,
  orNull,
  text as textOrEmpty,
} from '../schema/tolerant';
import { paging } from './bookmark-filters';

export const ReaderSettings = record({
  font: described(textOrEmpty(), 'Font of articles.'),
  font_size: described(count(), 'Step of the font size.'),
  line_height: described(count(), 'Step of the line height.'),
  width: described(count(), 'Pixels; 0 when unknown.'),
  justify: described(count(), '1: lines are justified.'),
  hyphenation: described(count(), '1: words are hyphenated.'),
});
export type ReaderSettings = z.output<typeof ReaderSettings>;

export const UserSettings = record({
  debug_info: described(flagOrFalse(), 'Whether debug information is shown.'),
  lang: described(textOrEmpty(), 'Language tag; empty when unknown.'),
  addon_reminder: described(flagOrFalse(), 'Whether the pages speak of the extension.'),
  email_settings: described(
    orAbsent(
      record({
        reply_to: described(textOrEmpty(), 'Where answers to shared articles go.'),
        epub_to: described(textOrEmpty(), 'Where EPUB files go.'),
      }),
    ),
    'Where e-mails go.',
  ),
  reader_settings: described(ReaderSettings, 'How articles look.'),
});
export type UserSettings = z.output<typeof UserSettings>;

/** The credential that was sent. */
export const ProfileProvider = record({
  /** The token's id. */
  id: described(textOrEmpty(), 'Id of the token.'),
  name: described(textOrEmpty(), 'Always `bearer token`.'),
  application: described(textOrEmpty(), 'Name of the program.'),
  roles: described(
    list(z.string()),
    'What a token is restricted to; none: all rights of its user.',
  ),
  permissions: described(list(z.string()), 'What may be done with this token.'),
});
export type ProfileProvider = z.output<typeof ProfileProvider>;

/** Who is signed in (spec 2.21); all but the name needs `profile:read`. */
export const ProfileUser = record({
  username: described(z.string(), 'Name to sign in with.'),
  email: described(orAbsent(z.string()), 'E-mail address.'),
  created: described(orAbsent(Instant), 'When it was made.'),
  updated: described(orAbsent(Instant), 'When it last changed.'),
  settings: described(orAbsent(UserSettings), 'How the person has set the service.'),
});
export type ProfileUser = z.output<typeof ProfileUser>;

export const UserProfile = record({
  provider: described(ProfileProvider, 'The credential of this request.'),
  user: described(ProfileUser, 'Whose token it is.'),
});
export type UserProfile = z.output<typeof UserProfile>;

export const MAX_USERNAME_LENGTH = 128;
/** Reader settings are small steps, not pixels. */
export const MAX_READER_STEP = 10;

const step = () => integer({ min: 0, max: MAX_READER_STEP });

export const profileUpdate = {
  username: described(filled(text({ max: MAX_USERNAME_LENGTH })), 'Name to sign in with.'),
  email: described(filled(text({ max: MAX_USERNAME_LENGTH, test: isEmail })), 'E-mail address.'),
  settings_lang: described(
    text({ max: MAX_LANGUAGE_LENGTH, test: isLanguage }),
    'Language of the pages.',
  ),
  settings_addon_reminder: described(flag(), 'Whether the pages speak of the extension.'),
  settings_email_reply_to: described(
    text({ max: MAX_USERNAME_LENGTH }),
    'Where answers to shared articles go.',
  ),
  settings_email_epub_to: described(text({ max: MAX_USERNAME_LENGTH }), 'Where EPUB files go.'),
  settings_reader_width: described(step(), 'Step of the line width.'),
  settings_reader_font: described(text({ max: 64 }), 'Font of articles.'),
  settings_reader_font_size: described(step(), 'Step of the font size.'),
  settings_reader_line_height: described(step(), 'Step of the line height.'),
  settings_reader_justify: described(step(), '1: lines are justified.'),
  settings_reader_hyphenation: described(step(), '1: words are hyphenated.'),
};

/** What a PATCH changed: the fields that were sent, and all settings when one of them was. */
export const ProfileUpdated = record({
  id: described(z.union([z.string(), z.int()]), 'Id.'),
  updated: described(orAbsent(Instant), 'When it last changed.'),
  username: described(orAbsent(z.string()), 'Name to sign in with.'),
  email: described(orAbsent(z.string()), 'E-mail address.'),
  settings: described(orAbsent(UserSettings), 'How the person has set the service.'),
});
export type ProfileUpdated = z.output<typeof ProfileUpdated>;

/** One API token or signed-in app. The token itself is never shown again. */
export const TokenInfo = record({
  id: described(ShortId, 'Id.'),
  href: described(textOrEmpty(), 'Address of this record in the API.'),
  created: described(Instant, 'When it was made.'),
  last_used: described(orNull(Instant), 'When it was last used; null when never.'),
  expires: described(orNull(Instant), 'When it ends.'),
  is_enabled: described(flagOrFalse(), 'Whether it works.'),
  is_deleted: described(flagOrFalse(), 'Whether it is about to be deleted.'),
  roles: described(
    list(z.string()),
    'What a token is restricted to; none: all rights of its user.',
  ),
  client_name: described(textOrEmpty(), 'Name of the client.'),
  client_uri: described(textOrEmpty(), 'Where people read about the client: https, a public host.'),
  client_logo: described(textOrEmpty(), 'A picture of the client.'),
});
export type TokenInfo = z.output<typeof TokenInfo>;

/** The signed-in user: profile, settings and tokens. */
export const profile = {
  read: route({
    summary: 'Who is signed in, and what the token may do.',
    notes: ['All of `user` but its name needs `profile:read`, and is left out without it.'],
    method: 'GET',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:info'],
    answers: { 200: json(UserProfile) },
  }),
  deleteToken: route({
    summary: 'Revokes a token of the same user.',
    notes: ['With `provider.id` of the profile a client signs itself out.'],
    method: 'DELETE',
    path: '/api/profile/tokens/{id}',
    tag: 'user profile',
    access: ['api:profile:tokens:delete'],
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
  update: route({
    summary: 'Changes the profile.',
    notes: ['No OAuth scope permits it.', 'The answer has what changed.'],
    method: 'PATCH',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:write'],
    body: body(profileUpdate),
    answers: { 200: json(ProfileUpdated) },
  }),
  tokens: route({
    summary: 'API tokens and signed-in apps.',
    notes: ['No OAuth scope permits it.', '30 on a page.'],
    method: 'GET',
    path: '/api/profile/tokens',
    tag: 'user profile',
    access: ['api:profile:tokens:read'],
    query: paging,
    answers: { 200: json(z.array(TokenInfo), PAGE_HEADERS) },
  }),
};
