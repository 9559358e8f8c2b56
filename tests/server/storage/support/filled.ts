import type { BookmarkRow, Storage, UserRow } from '../../../../server/storage/index';
import { DAY_MS, type UnixMs, unixMs } from '../../../../src/domain/time';
import { addUser, fakeAnnotation, fakeToken } from './rows';

/**
 * Writes rows into every table, with values that are difficult to copy: bytes, quotes, line breaks,
 * other scripts.
 */
export async function fill(storage: Storage, now: UnixMs): Promise<UserRow> {
  const ada = await addUser(storage);
  const later = unixMs(now + DAY_MS);
  await storage.tokens.create(
    fakeToken({ userId: ada.id, hash: 'token', roles: ['bookmarks:read'], expires: later }),
  );
  await storage.oauth.createClient({
    id: 'urn:uuid:1',
    name: 'Reader',
    uri: 'https://example.org',
    logo: '',
    redirectUris: ['app:/done'],
    softwareId: 's',
    softwareVersion: '1',
    grantTypes: ['authorization_code'],
    expires: later,
  });
  await storage.oauth.createCode({
    hash: 'code',
    clientId: 'urn:uuid:1',
    userId: ada.id,
    redirectUri: 'app:/done',
    challenge: 'x',
    scopes: ['bookmarks:read'],
    browser: null,
    expires: later,
  });
  await storage.oauth.createDeviceCode({
    hash: 'device',
    userCode: 'BCDFGHJK',
    clientId: 'urn:uuid:1',
    scopes: ['profile:read'],
    intervalMs: 5000,
    expires: later,
  });
  const issuer = 'https://auth.example.org/';
  await storage.sessions.create({ hash: 'session', userId: ada.id, expires: later, issuer });
  await storage.identities.bind({ issuer, subject: 'ä 1' }, ada.id);
  await storage.passkeys.add({
    userId: ada.id,
    credential: 'credential',
    name: '“phone”',
    publicKey: new Uint8Array([0, 255, 10, 13]),
    counter: 2,
    transports: ['internal'],
  });
  await storage.pendingSignIns.create({
    hash: 'pending',
    browser: 'browser',
    kind: 'provider',
    userId: ada.id,
    returnTo: '/device?user_code=BCDF',
    expires: later,
  });
  const bookmark = await fillBookmark(storage, ada, later);
  const gone = await storage.bookmarks.create(ada.id, { url: 'https://example.com/gone' });
  await storage.bookmarks.delete(ada.id, [gone.id]);
  await storage.jobs.enqueue({ kind: 'extract', payload: { id: bookmark.id }, uniqueKey: 'k' });
  await storage.idempotency.claim(ada.id, {
    key: 'key',
    fingerprint: 'f',
    bookmarkId: bookmark.id,
    expires: later,
  });
  const { id } = await storage.imports.create(ada.id, {
    source: 'csv',
    options: { label: 'x' },
    account: null,
  });
  await storage.imports.putPart(id, {
    first: 0,
    next: 2,
    bytes: new Uint8Array([0, 255, 10, 13]),
  });
  await storage.attempts.count('address', DAY_MS);
  await storage.secrets.obtain('key');
  return ada;
}

async function fillBookmark(storage: Storage, ada: UserRow, later: UnixMs): Promise<BookmarkRow> {
  const bookmark = await storage.bookmarks.create(ada.id, {
    url: 'https://example.com/ä?q="x"',
    state: 0,
    title: 'Línea\nmit “signs” und 東京都 \u{1F331}',
    authors: ['Ada', "O'Hara"],
    labels: ['a b', 'ü'],
    isFavourite: true,
    note: 'Zeile\r\n\n“東京都”',
    hasArticle: true,
    deleteAt: later,
  });
  await storage.contents.put(bookmark.key, { article: '<p>Text\r\n</p>', text: 'Text', log: 'ok' });
  const hash = await storage.contents.storeBlob(new Uint8Array([137, 80, 78, 71, 13, 10, 0, 255]));
  await storage.contents.putResources(bookmark.key, [
    {
      name: 'image.png',
      kind: 'image',
      contentType: 'image/png',
      url: 'https://example.com/x.png',
      width: 2,
      height: 1,
      hash,
      sizeBytes: 8,
    },
  ]);
  await storage.contents.keepRevision(bookmark.key, {
    article: '<p>Earlier</p>',
    text: 'Earlier',
    captured: unixMs(1_600_000_000_000),
    wordCount: 1,
    images: {},
    links: [],
    props: {},
    resources: await storage.contents.resources(bookmark.key),
  });
  await storage.annotations.create(bookmark.key, fakeAnnotation({ note: 'remember' }));
  await storage.collections.create(ada.id, {
    name: 'Mine',
    isPinned: true,
    filters: {
      search: 'apple',
      title: '',
      author: '',
      site: '',
      type: null,
      labels: '',
      note: '',
      read_status: ['unread'],
      is_marked: null,
      is_archived: false,
      is_loaded: null,
      has_errors: null,
      has_labels: null,
      has_annotations: null,
      range_start: '',
      range_end: '',
    },
  });
  const [token] = (await storage.tokens.list(ada.id, { limit: 1, offset: 0 })).rows;
  await storage.shareLinks.create({
    hash: 'share',
    bookmarkKey: bookmark.key,
    tokenId: token!.id,
    expires: later,
  });
  return bookmark;
}
