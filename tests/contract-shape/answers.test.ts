import { describe, expect, it } from 'vitest';
import {
  AnnotationInfo,
  BookmarkInfo,
  BookmarkSummary,
  BookmarkUpdated,
  CollectionInfo,
  labels,
  leafmarkVersion,
  leafmarkVersionOf,
  OAuthClient,
  OAuthDevice,
  OAuthToken,
  readErrorBody,
  ServerInfo,
  TokenInfo,
  UserProfile,
  versionText,
} from '../../src/contract';

const ID = 'YcVfxkQb6JRzqk5kF2tNLv';
const href = `https://read.example/api/bookmarks/${ID}`;

/** What a Readeck server says of a bookmark that it is still loading (protocol.md section 6). */
const loading = {
  id: ID,
  href,
  created: '2026-01-02T03:04:05.123456789Z',
  updated: '2026-01-02T03:04:05Z',
  state: 2,
  loaded: false,
  url: 'https://example.org/',
  title: '',
  site_name: 'example.org',
  site: 'example.org',
  authors: null,
  lang: '',
  text_direction: '',
  document_type: '',
  type: 'article',
  has_article: false,
  description: '',
  is_deleted: false,
  is_marked: false,
  is_archived: false,
  labels: [],
  read_progress: 0,
  resources: {},
};

const normal = {
  ...loading,
  authors: [],
  word_count: 0,
  reading_time: 0,
  resources: { log: { src: '' }, props: { src: '' } },
};

describe('a bookmark', () => {
  it('gets what a loading one lacks', () => {
    expect(BookmarkSummary.parse(loading)).toEqual(normal);
    expect(BookmarkSummary.parse({ ...loading, published: null })).toEqual(normal);
    expect(BookmarkInfo.parse(loading)).toEqual({
      ...normal,
      omit_description: false,
      read_anchor: '',
      links: [],
    });
  });

  it('is left as it is when our server sent it', () => {
    const info = { ...normal, omit_description: true, read_anchor: 'p:nth-child(2)', links: [] };
    expect(BookmarkInfo.parse(info)).toEqual(info);
  });

  it('keeps fields that are new to us', () => {
    expect(BookmarkSummary.parse({ ...loading, mood: 'calm' })).toMatchObject({ mood: 'calm' });
  });

  it('is an article when its type is unknown, and has no direction that is none', () => {
    expect(BookmarkSummary.parse({ ...loading, type: 'pdf', text_direction: 'up' })).toMatchObject({
      type: 'article',
      text_direction: '',
    });
  });

  it('has images without sizes', () => {
    const resources = { icon: { src: 'https://a/i.png' }, article: null };
    expect(BookmarkSummary.parse({ ...loading, resources }).resources).toEqual({
      icon: { src: 'https://a/i.png', width: 0, height: 0 },
      log: { src: '' },
      props: { src: '' },
    });
  });

  it.each([
    ['no id', { id: undefined }],
    ['a path as its id', { id: '../../etc' }],
    ['a word for its state', { state: 'loaded' }],
    ['a number for its title', { title: 1 }],
    ['more than all read', { read_progress: 101 }],
    ['a half-read percent', { read_progress: 0.5 }],
    ['labels that are no texts', { labels: [1] }],
  ])('is refused with %s', (_, wrong) => {
    expect(BookmarkSummary.safeParse({ ...loading, ...wrong }).success).toBe(false);
  });
});

describe('the answer to a change', () => {
  it('has real booleans and a list, whatever the server calls them', () => {
    expect(
      BookmarkUpdated.parse({
        id: ID,
        href,
        updated: '2026-01-02T03:04:05Z',
        is_marked: 'true',
        is_archived: false,
        labels: 'one',
      }),
    ).toEqual({
      id: ID,
      href,
      updated: '2026-01-02T03:04:05Z',
      is_marked: true,
      is_archived: false,
      labels: ['one'],
    });
  });

  it('may say nothing of time, and keeps a cleared date', () => {
    expect(BookmarkUpdated.parse({ id: ID, href, published: null })).toEqual({
      id: ID,
      href,
      updated: '',
      published: null,
    });
  });
});

describe('the other answers', () => {
  it('take a server without features for one that has none', () => {
    const version = { canonical: '0.22.3', release: '0.22.3', build: '' };
    expect(ServerInfo.parse({ version }).features).toEqual([]);
    expect(ServerInfo.parse({ version, features: ['oauth', 'new'] }).features).toContain('new');
  });

  it('take lists of a client as strings, as null, and without a logo', () => {
    const client = OAuthClient.parse({
      client_id: 'urn:uuid:1',
      redirect_uris: null,
      grant_types: 'authorization_code',
      response_types: ['code'],
    });
    expect(client).toMatchObject({
      redirect_uris: [],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      logo_uri: '',
    });
  });

  it('take a token without a scope, and times as digits in a string', () => {
    expect(OAuthToken.parse({ id: 'x', access_token: 't' })).toMatchObject({
      scope: '',
      token_type: 'Bearer',
    });
    const device = { device_code: 'd', user_code: 'u', verification_uri: 'v', expires_in: '300' };
    expect(OAuthDevice.parse(device)).toMatchObject({ expires_in: 300, interval: 5 });
  });

  it('take a profile of which only the name is told', () => {
    const profile = UserProfile.parse({ provider: { id: 'x' }, user: { username: 'ada' } });
    expect(profile.user).toEqual({ username: 'ada' });
    expect(profile.provider).toMatchObject({ roles: [], permissions: [] });
  });

  it('take old annotations without colour and note', () => {
    const old = {
      id: ID,
      start_selector: 'section/p',
      start_offset: 0,
      end_selector: 'section/p',
      end_offset: 3,
      created: '2026-01-02T03:04:05Z',
      text: 'abc',
    };
    expect(AnnotationInfo.parse(old)).toEqual({ ...old, color: 'yellow', note: '' });
  });

  it('take filters of a collection that are not set', () => {
    const given = { id: ID, href, created: '', updated: '', name: 'n', is_pinned: true };
    expect(CollectionInfo.parse(given)).toMatchObject({
      type: null,
      is_marked: null,
      search: '',
      is_deleted: false,
    });
  });

  it('take a token that was never used', () => {
    expect(TokenInfo.parse({ id: ID, created: '' })).toMatchObject({
      last_used: null,
      roles: [],
      is_enabled: false,
    });
  });

  it('take a label in a list of one', () => {
    const label = { name: 'a', count: 2, href: 'x', href_bookmarks: 'y' };
    const { schema } = labels.read.answers[200];
    expect(schema.parse([label])).toEqual(label);
    expect(schema.parse(label)).toEqual(label);
  });
});

describe('a version', () => {
  it('of ours is the one that clients compare, with our own in the build', () => {
    const version = leafmarkVersion('1.2.3-4-gabc');
    const build = 'leafmark-1.2.3-4-gabc';
    expect(version).toEqual({ canonical: '0.22.3', release: '0.22.3', build });
    expect(leafmarkVersionOf(version)).toBe('1.2.3-4-gabc');
    expect(versionText(version)).toBe('0.22.3 (Leafmark 1.2.3-4-gabc)');
  });

  it.each(['', '12-gabc'])('of another server with the build "%s" is shown as it is', (build) => {
    const version = { canonical: '0.22.4', release: '0.22.4', build };
    expect(leafmarkVersionOf(version)).toBeNull();
    expect(versionText(version)).toBe('0.22.4');
  });
});

describe('the body of a refusal', () => {
  it.each([
    ['message', { status: 404, message: 'Not Found' }],
    ['oauth', { error: 'slow_down' }],
    ['form', { is_valid: false, errors: null, fields: { url: { errors: ['bad'] } } }],
    ['unknown', '<html>'],
    ['unknown', null],
    ['unknown', { error: 'unheard_of' }],
  ])('is told by its shape: %s', (kind, body) => {
    expect(readErrorBody(body).kind).toBe(kind);
  });
});
