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
  width: described(count(), 'Step of the line width.'),
  justify: described(count(), '1: justified lines.'),
  hyphenation: described(count(), '1: hyphenated words.'),
});
export type ReaderSettings = z.output<typeof ReaderSettings>;

export const UserSettings = record({
  debug_info: described(flagOrFalse(), 'True if debug information is displayed.'),
  lang: described(textOrEmpty(), 'Language tag; empty when unknown.'),
  addon_reminder: described(flagOrFalse(), 'True if pages mention the browser extension.'),
  email_settings: described(
    orAbsent(
      record({
        reply_to: described(textOrEmpty(), 'Reply address for shared articles.'),
        epub_to: described(textOrEmpty(), 'Address for EPUB files.'),
      }),
    ),
    'Addresses for e-mails.',
  ),
  reader_settings: described(ReaderSettings, 'Appearance of articles.'),
});
export type UserSettings = z.output<typeof UserSettings>;

/** The credential of the request. */
export const ProfileProvider = record({
  id: described(textOrEmpty(), 'Id of the token.'),
  name: described(textOrEmpty(), 'Always `bearer token`.'),
  application: described(textOrEmpty(), 'Name of the application.'),
  roles: described(
    list(z.string()),
    'Roles that restrict the token; without roles it has all rights of its user.',
  ),
  permissions: described(list(z.string()), 'Permissions of the token.'),
});
export type ProfileProvider = z.output<typeof ProfileProvider>;

/** The signed-in user (spec 2.21). All fields but the name require `profile:read`. */
export const ProfileUser = record({
  username: described(z.string(), 'User name.'),
  email: described(orAbsent(z.string()), 'E-mail address.'),
  created: described(orAbsent(Instant), 'Creation time.'),
  updated: described(orAbsent(Instant), 'Time of the last change.'),
  settings: described(orAbsent(UserSettings), 'Settings of the user.'),
});
export type ProfileUser = z.output<typeof ProfileUser>;

export const UserProfile = record({
  provider: described(ProfileProvider, 'The credential of this request.'),
  user: described(ProfileUser, 'The owner of the token.'),
});
export type UserProfile = z.output<typeof UserProfile>;

export const MAX_USERNAME_LENGTH = 128;
/** Reader settings are small steps rather than pixels. */
const MAX_READER_STEP = 10;

const step = () => integer({ min: 0, max: MAX_READER_STEP });

export const profileUpdate = {
  username: described(filled(text({ max: MAX_USERNAME_LENGTH })), 'User name.'),
  email: described(filled(text({ max: MAX_USERNAME_LENGTH, test: isEmail })), 'E-mail address.'),
  settings_lang: described(
    text({ max: MAX_LANGUAGE_LENGTH, test: isLanguage }),
    'Language of the pages.',
  ),
  settings_addon_reminder: described(flag(), 'True if pages mention the browser extension.'),
  settings_email_reply_to: described(
    text({ max: MAX_USERNAME_LENGTH }),
    'Reply address for shared articles.',
  ),
  settings_email_epub_to: described(text({ max: MAX_USERNAME_LENGTH }), 'Address for EPUB files.'),
  settings_reader_width: described(step(), 'Step of the line width.'),
  settings_reader_font: described(text({ max: 64 }), 'Font of articles.'),
  settings_reader_font_size: described(step(), 'Step of the font size.'),
  settings_reader_line_height: described(step(), 'Step of the line height.'),
  settings_reader_justify: described(step(), '1: justified lines.'),
  settings_reader_hyphenation: described(step(), '1: hyphenated words.'),
};

/** The response to a PATCH: the fields that were sent, and all settings if one of them was. */
export const ProfileUpdated = record({
  id: described(z.union([z.string(), z.int()]), 'Id.'),
  updated: described(orAbsent(Instant), 'Time of the last change.'),
  username: described(orAbsent(z.string()), 'User name.'),
  email: described(orAbsent(z.string()), 'E-mail address.'),
  settings: described(orAbsent(UserSettings), 'Settings of the user.'),
});
export type ProfileUpdated = z.output<typeof ProfileUpdated>;

/** An API token or a signed-in app. The token itself is never shown again. */
export const TokenInfo = record({
  id: described(ShortId, 'Id.'),
  href: described(textOrEmpty(), 'Address of this record in the API.'),
  created: described(Instant, 'Creation time.'),
  last_used: described(orNull(Instant), 'Time of the last use; null when it was never used.'),
  expires: described(orNull(Instant), 'Time of expiry.'),
  is_enabled: described(flagOrFalse(), 'True if it is valid.'),
  is_deleted: described(flagOrFalse(), 'True if its deletion is scheduled.'),
  roles: described(
    list(z.string()),
    'Roles that restrict the token; without roles it has all rights of its user.',
  ),
  client_name: described(textOrEmpty(), 'Name of the client.'),
  client_uri: described(textOrEmpty(), 'Home page of the client: https, on a public host.'),
  client_logo: described(textOrEmpty(), 'Logo of the client.'),
});
export type TokenInfo = z.output<typeof TokenInfo>;

/** The signed-in user: profile, settings and tokens. */
export const profile = {
  read: route({
    summary: 'Returns the signed-in user and the permissions of the token.',
    notes: ['All fields of `user` but its name require `profile:read` and are otherwise left out.'],
    method: 'GET',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:info'],
    answers: { 200: json(UserProfile) },
  }),
  deleteToken: route({
    summary: 'Revokes a token of the same user.',
    notes: ['A client signs itself out with the `provider.id` of the profile.'],
    method: 'DELETE',
    path: '/api/profile/tokens/{id}',
    tag: 'user profile',
    access: ['api:profile:tokens:delete'],
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
  update: route({
    summary: 'Changes the profile.',
    notes: ['No OAuth scope permits it.', 'The response contains the changed fields.'],
    method: 'PATCH',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:write'],
    body: body(profileUpdate),
    answers: { 200: json(ProfileUpdated) },
  }),
  tokens: route({
    summary: 'Lists API tokens and signed-in apps, in pages of 30.',
    notes: ['No OAuth scope permits it.'],
    method: 'GET',
    path: '/api/profile/tokens',
    tag: 'user profile',
    access: ['api:profile:tokens:read'],
    query: paging,
    answers: { 200: json(z.array(TokenInfo), PAGE_HEADERS) },
  }),
};
