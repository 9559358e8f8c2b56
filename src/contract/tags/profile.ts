import * as z from 'zod/mini';
import { flag, form, integer, text } from '../form/field';
import { filled, isEmail, isLanguage, MAX_LANGUAGE_LENGTH } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { Instant, record, ShortId } from '../schema/record';
import {
  count,
  flag as flagOrFalse,
  list,
  orAbsent,
  orNull,
  text as textOrEmpty,
} from '../schema/tolerant';
import { paging } from './bookmark-filters';

export const ReaderSettings = record(() => ({
  font: textOrEmpty(),
  font_size: count(),
  line_height: count(),
  width: count(),
  justify: count(),
  hyphenation: count(),
}));
export type ReaderSettings = z.output<typeof ReaderSettings>;

export const UserSettings = record(() => ({
  debug_info: flagOrFalse(),
  lang: textOrEmpty(),
  addon_reminder: flagOrFalse(),
  email_settings: orAbsent(
    record(() => ({
      reply_to: textOrEmpty(),
      epub_to: textOrEmpty(),
    })),
  ),
  reader_settings: ReaderSettings,
}));
export type UserSettings = z.output<typeof UserSettings>;

/** The credential of the request. */
export const ProfileProvider = record(() => ({
  id: textOrEmpty(),
  name: textOrEmpty(),
  application: textOrEmpty(),
  roles: list(z.string()),
  permissions: list(z.string()),
}));
export type ProfileProvider = z.output<typeof ProfileProvider>;

/** The signed-in user (spec 2.21). All fields but the id and the name require `profile:read`. */
export const ProfileUser = record(() => ({
  /** Ours. It stays when the name changes, and nobody else ever has it. */
  id: orAbsent(z.string()),
  username: z.string(),
  email: orAbsent(z.string()),
  created: orAbsent(Instant),
  updated: orAbsent(Instant),
  settings: orAbsent(UserSettings),
}));
export type ProfileUser = z.output<typeof ProfileUser>;

export const UserProfile = record(() => ({
  provider: ProfileProvider,
  user: ProfileUser,
}));
export type UserProfile = z.output<typeof UserProfile>;

/** The part of the profile that our own client reads. */
const OwnProfile = record(() => ({
  provider: ProfileProvider,
  user: record(() => ({ id: orAbsent(z.string()), username: z.string() })),
}));

export const MAX_USERNAME_LENGTH = 128;
/** Reader settings are small steps rather than pixels. */
const MAX_READER_STEP = 10;

const step = () => integer({ min: 0, max: MAX_READER_STEP });

export const profileUpdate = form(() => ({
  username: filled(text({ max: MAX_USERNAME_LENGTH })),
  email: filled(text({ max: MAX_USERNAME_LENGTH, test: isEmail })),
  settings_lang: text({ max: MAX_LANGUAGE_LENGTH, test: isLanguage }),
  settings_addon_reminder: flag(),
  settings_email_reply_to: text({ max: MAX_USERNAME_LENGTH }),
  settings_email_epub_to: text({ max: MAX_USERNAME_LENGTH }),
  settings_reader_width: step(),
  settings_reader_font: text({ max: 64 }),
  settings_reader_font_size: step(),
  settings_reader_line_height: step(),
  settings_reader_justify: step(),
  settings_reader_hyphenation: step(),
}));

/** The response to a PATCH: the fields that were sent, and all settings if one of them was. */
export const ProfileUpdated = record(() => ({
  id: z.union([z.string(), z.int()]),
  updated: orAbsent(Instant),
  username: orAbsent(z.string()),
  email: orAbsent(z.string()),
  settings: orAbsent(UserSettings),
}));
export type ProfileUpdated = z.output<typeof ProfileUpdated>;

/** An API token or a signed-in app. The token itself is never shown again. */
export const TokenInfo = record(() => ({
  id: ShortId,
  href: textOrEmpty(),
  created: Instant,
  last_used: orNull(Instant),
  expires: orNull(Instant),
  is_enabled: flagOrFalse(),
  is_deleted: flagOrFalse(),
  roles: list(z.string()),
  client_name: textOrEmpty(),
  client_uri: textOrEmpty(),
  client_logo: textOrEmpty(),
}));
export type TokenInfo = z.output<typeof TokenInfo>;

const deleteToken = route('DELETE', '/api/profile/tokens/{id}', {
  access: ['api:profile:tokens:delete'],
  params: { id: ShortId },
  answers: { 204: empty() },
});

/** Our own client calls these. It has no use for the settings, and does not read them. */
export const ownProfile = {
  read: route('GET', '/api/profile', {
    access: ['api:profile:info'],
    answers: { 200: json(OwnProfile) },
  }),
  deleteToken,
};

/** The signed-in user: profile, settings and tokens. */
export const profile = {
  read: route('GET', '/api/profile', {
    access: ['api:profile:info'],
    answers: { 200: json(UserProfile) },
  }),
  deleteToken,
  update: route('PATCH', '/api/profile', {
    access: ['api:profile:write'],
    body: body(profileUpdate),
    answers: { 200: json(ProfileUpdated) },
  }),
  tokens: route('GET', '/api/profile/tokens', {
    access: ['api:profile:tokens:read'],
    query: paging,
    answers: { 200: json(z.array(TokenInfo), PAGE_HEADERS) },
  }),
};
