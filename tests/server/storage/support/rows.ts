import type {
  NewAnnotation,
  NewToken,
  NewUser,
  Storage,
  UserRow,
} from '../../../../server/storage/index';

export const fakeUser = (user: Partial<NewUser> = {}): NewUser => ({
  username: 'ada',
  email: null,
  group: 'user',
  passwordHash: null,
  settings: {
    debug_info: false,
    lang: 'en',
    addon_reminder: false,
    email_settings: { reply_to: '', epub_to: '' },
    reader_settings: {
      font: '',
      font_size: 3,
      line_height: 3,
      width: 3,
      justify: 0,
      hyphenation: 0,
    },
  },
  ...user,
});

export const fakeToken = (token: Pick<NewToken, 'userId' | 'hash'> & Partial<NewToken>) => ({
  kind: 'api' as const,
  name: 'A script',
  roles: null,
  clientUri: '',
  clientLogo: '',
  expires: null,
  ...token,
});

/** Creates a user. */
export async function addUser(storage: Storage, username = 'ada'): Promise<UserRow> {
  const created = await storage.users.create(fakeUser({ username }));
  if (!created.ok) throw new Error(created.error.kind);
  return created.value;
}

export const fakeAnnotation = (annotation: Partial<NewAnnotation> = {}): NewAnnotation => ({
  startSelector: 'section[1]/p[1]',
  startOffset: 0,
  endSelector: 'section[1]/p[1]',
  endOffset: 5,
  position: 0,
  text: 'words',
  color: 'yellow',
  note: '',
  review: '',
  quote: null,
  ...annotation,
});
