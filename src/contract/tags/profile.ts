import * as z from 'zod/mini';
import { empty, json, route } from '../route/route';
import { Instant, record, ShortId } from '../schema/record';
import {
  count,
  flag as flagOrFalse,
  list,
  orAbsent,
  text as textOrEmpty,
} from '../schema/tolerant';

export const ReaderSettings = record({
  font: textOrEmpty(),
  font_size: count(),
  line_height: count(),
  width: count(),
  justify: count(),
  hyphenation: count(),
});
export type ReaderSettings = z.output<typeof ReaderSettings>;

export const UserSettings = record({
  debug_info: flagOrFalse(),
  lang: textOrEmpty(),
  addon_reminder: flagOrFalse(),
  email_settings: orAbsent(record({ reply_to: textOrEmpty(), epub_to: textOrEmpty() })),
  reader_settings: ReaderSettings,
});
export type UserSettings = z.output<typeof UserSettings>;

/** The credential that was sent. */
export const ProfileProvider = record({
  /** The token's id. */
  id: textOrEmpty(),
  name: textOrEmpty(),
  application: textOrEmpty(),
  roles: list(z.string()),
  permissions: list(z.string()),
});
export type ProfileProvider = z.output<typeof ProfileProvider>;

/** Who is signed in (spec 2.21); all but the name needs `profile:read`. */
export const ProfileUser = record({
  username: z.string(),
  email: orAbsent(z.string()),
  created: orAbsent(Instant),
  updated: orAbsent(Instant),
  settings: orAbsent(UserSettings),
});
export type ProfileUser = z.output<typeof ProfileUser>;

export const UserProfile = record({ provider: ProfileProvider, user: ProfileUser });
export type UserProfile = z.output<typeof UserProfile>;

/** Who is signed in, and with what; what they administer is `profileAdministration`. */
export const profile = {
  read: route({
    method: 'GET',
    path: '/api/profile',
    tag: 'user profile',
    access: ['api:profile:info'],
    answers: { 200: json(UserProfile) },
  }),
  deleteToken: route({
    method: 'DELETE',
    path: '/api/profile/tokens/{id}',
    tag: 'user profile',
    access: ['api:profile:tokens:delete'],
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
};
