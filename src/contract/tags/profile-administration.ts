import * as z from 'zod/mini';
import { flag, integer, text } from '../form/field';
import { filled, isEmail, isLanguage, MAX_LANGUAGE_LENGTH } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, json, route } from '../route/route';
import { Instant, record, ShortId } from '../schema/record';
import {
  flag as flagOrFalse,
  list,
  orAbsent,
  orNull,
  text as textOrEmpty,
} from '../schema/tolerant';
import { paging } from './bookmark-filters';
import { UserSettings } from './profile';

export const MAX_USERNAME_LENGTH = 128;
/** Reader settings are small steps, not pixels. */
export const MAX_READER_STEP = 10;

const step = () => integer({ min: 0, max: MAX_READER_STEP });

export const profileUpdate = {
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
};

/** What a PATCH changed: the fields that were sent, and all settings when one of them was. */
export const ProfileUpdated = record({
  id: z.union([z.string(), z.int()]),
  updated: orAbsent(Instant),
  username: orAbsent(z.string()),
  email: orAbsent(z.string()),
  settings: orAbsent(UserSettings),
});
export type ProfileUpdated = z.output<typeof ProfileUpdated>;

/** One API token or signed-in app. The token itself is never shown again. */
export const TokenInfo = record({
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
});
export type TokenInfo = z.output<typeof TokenInfo>;

/** What a person administers of their account; no program of ours asks for it. */
export const profileAdministration = {
  update: route({
    method: 'PATCH',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:write'],
    body: body(profileUpdate),
    answers: { 200: json(ProfileUpdated) },
  }),
  tokens: route({
    method: 'GET',
    path: '/api/profile/tokens',
    tag: 'user profile',
    access: ['api:profile:tokens:read'],
    query: paging,
    answers: { 200: json(z.array(TokenInfo), PAGE_HEADERS) },
  }),
};
