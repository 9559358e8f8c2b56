import * as z from 'zod/mini';
import { flag, integer, text } from '../form/field';
import { filled } from '../form/presence';
import { isEmail, isLanguage } from '../form/rules';
import { body, json, route } from '../route/route';
import { record } from '../schema/record';
import { Instant } from '../schema/scalars';
import { count, orAbsent } from '../schema/tolerant';

export const MAX_USERNAME_LENGTH = 128;
/** Reader settings are small steps, not pixels. */
export const MAX_READER_STEP = 10;

const step = () => integer({ min: 0, max: MAX_READER_STEP });

export const profileUpdate = {
  username: filled(text({ max: MAX_USERNAME_LENGTH })),
  email: filled(text({ max: MAX_USERNAME_LENGTH, test: isEmail })),
  settings_lang: text({ test: isLanguage }),
  settings_addon_reminder: flag(),
  settings_email_reply_to: text(),
  settings_email_epub_to: text(),
  settings_reader_width: step(),
  settings_reader_font: text({ max: 64 }),
  settings_reader_font_size: step(),
  settings_reader_line_height: step(),
  settings_reader_justify: step(),
  settings_reader_hyphenation: step(),
};

/** What a PATCH changed: the fields that were sent, by their names. */
export const ProfileUpdated = record({
  id: z.union([z.string(), z.int()]),
  updated: orAbsent(Instant),
  username: orAbsent(z.string()),
  email: orAbsent(z.string()),
  settings_lang: orAbsent(z.string()),
  settings_addon_reminder: orAbsent(z.boolean()),
  settings_email_reply_to: orAbsent(z.string()),
  settings_email_epub_to: orAbsent(z.string()),
  settings_reader_width: orAbsent(count()),
  settings_reader_font: orAbsent(z.string()),
  settings_reader_font_size: orAbsent(count()),
  settings_reader_line_height: orAbsent(count()),
  settings_reader_justify: orAbsent(count()),
  settings_reader_hyphenation: orAbsent(count()),
});
export type ProfileUpdated = z.output<typeof ProfileUpdated>;

/** What a person changes of themselves; no program of ours does. */
export const profileUpdating = {
  update: route({
    method: 'PATCH',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:write'],
    body: body(profileUpdate),
    answers: { 200: json(ProfileUpdated) },
  }),
};
