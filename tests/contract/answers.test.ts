import { describe, expect, it } from 'vitest';
import {
  AnnotationInfo,
  BookmarkInfo,
  BookmarkSummary,
  BookmarkUpdated,
  CollectionInfo,
  capabilitiesOf,
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
} from '../../src/contract/index';
import { OLDER_ID as ID, loadingBookmark } from '../support/older-server';

const href = `https://read.example/api/bookmarks/${ID}`;

/** A bookmark as a Readeck server sends it while it is loading (protocol.md section 6). */
const loading = { ...loadingBookmark('https://read.example', ID), url: 'https://example.org/' };

const normal = {
  ...loading,
  authors: [],
  word_count: 0,
  reading_time: 0,
  resources: { log: { src: '' }, props: { src: '' } },
};

describe('the schema of a bookmark', () => {
  it('adds the fields that a loading bookmark lacks', () => {
    expect(BookmarkSummary.parse(loading)).toEqual(normal);
    expect(BookmarkSummary.parse({ ...loading, published: null })).toEqual(normal);
    expect(BookmarkInfo.parse(loading)).toEqual({
      ...normal,
      omit_description: false,
      read_anchor: '',
      links: [],
    });
  });

  it('leaves a bookmark of our own server unchanged', () => {
    const info = { ...normal, omit_description: true, read_anchor: 'p:nth-child(2)', links: [] };
    expect(BookmarkInfo.parse(info)).toEqual(info);
  });

  it('keeps unknown fields', () => {
    expect(BookmarkSummary.parse({ ...loading, mood: 'calm' })).toMatchObject({ mood: 'calm' });
  });

  it('makes a bookmark of an unknown type an article, and an unknown direction empty', () => {
    expect(BookmarkSummary.parse({ ...loading, type: 'pdf', text_direction: 'up' })).toMatchObject({
      type: 'article',
      text_direction: '',
    });
  });

  it('accepts images without sizes', () => {
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
  ])('rejects a bookmark with %s', (_, wrong) => {
    expect(BookmarkSummary.safeParse({ ...loading, ...wrong }).success).toBe(false);
  });
});

describe('the response to a change', () => {
  it('converts booleans and lists of older servers', () => {
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

  it('may lack the time, and keeps a cleared date', () => {
    expect(BookmarkUpdated.parse({ id: ID, href, published: null })).toEqual({
      id: ID,
      href,
      updated: '',
      published: null,
    });
  });
});

describe('the other responses', () => {
  it('accept a server without a list of features', () => {
    const version = { canonical: '0.22.3', release: '0.22.3', build: '' };
    expect(ServerInfo.parse({ version }).features).toEqual([]);
    expect(ServerInfo.parse({ version, features: ['oauth', 'new'] }).features).toContain('new');
  });

  it('accept the extensions of a server beside its features, and among them', () => {
    const version = { canonical: '0.22.3', release: '0.22.3', build: '' };
    const beside = ServerInfo.parse({ version, features: ['oauth'], extensions: ['anchors'] });
    const among = ServerInfo.parse({ version, features: ['oauth', 'anchors'] });
    expect(capabilitiesOf(beside)).toEqual(['oauth', 'anchors']);
    expect(capabilitiesOf(among)).toEqual(['oauth', 'anchors']);
  });

  it('accept the lists of a client as strings or null, and a client without a logo', () => {
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

  it('accept a token without a scope, and times as strings of digits', () => {
    expect(OAuthToken.parse({ id: 'x', access_token: 't' })).toMatchObject({
      scope: '',
      token_type: 'Bearer',
    });
    const device = { device_code: 'd', user_code: 'u', verification_uri: 'v', expires_in: '300' };
    expect(OAuthDevice.parse(device)).toMatchObject({ expires_in: 300, interval: 5 });
  });

  it('accept a profile with nothing but the name', () => {
    const profile = UserProfile.parse({ provider: { id: 'x' }, user: { username: 'ada' } });
    expect(profile.user).toEqual({ username: 'ada' });
    expect(profile.provider).toMatchObject({ roles: [], permissions: [] });
  });

  it('accept old annotations without colour and note', () => {
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

  it('accept unset filters of a collection', () => {
    const sent = { id: ID, href, created: '', updated: '', name: 'n', is_pinned: true };
    expect(CollectionInfo.parse(sent)).toMatchObject({
      type: null,
      is_marked: null,
      search: '',
      is_deleted: false,
    });
  });

  it('accept a token that was never used', () => {
    expect(TokenInfo.parse({ id: ID, created: '' })).toMatchObject({
      last_used: null,
      roles: [],
      is_enabled: false,
    });
  });

  it('accept a label in a list with one item', () => {
    const label = { name: 'a', count: 2, href: 'x', href_bookmarks: 'y' };
    const { schema } = labels.read.answers[200];
    expect(schema.parse([label])).toEqual(label);
    expect(schema.parse(label)).toEqual(label);
  });
});

describe('versionText', () => {
  it('puts our own version into the build and keeps the version that clients compare', () => {
    const version = leafmarkVersion('1.2.3-4-gabc');
    const build = 'leafmark-1.2.3-4-gabc';
    expect(version).toEqual({ canonical: '0.22.3', release: '0.22.3', build });
    expect(leafmarkVersionOf(version)).toBe('1.2.3-4-gabc');
    expect(versionText(version)).toBe('Leafmark 1.2.3-4-gabc (Readeck API 0.22.3)');
  });

  it.each(['', '12-gabc'])('shows another server with the build "%s" as Readeck', (build) => {
    const version = { canonical: '0.22.4', release: '0.22.4', build };
    expect(leafmarkVersionOf(version)).toBeNull();
    expect(versionText(version)).toBe('Readeck 0.22.4');
  });
});

describe('readErrorBody', () => {
  it.each([
    ['message', { status: 404, message: 'Not Found' }],
    ['oauth', { error: 'slow_down' }],
    ['form', { is_valid: false, errors: null, fields: { url: { errors: ['bad'] } } }],
    ['unknown', '<html>'],
    ['unknown', null],
    ['unknown', { error: 'unheard_of' }],
  ])('detects the kind of body by its shape: %s', (kind, body) => {
    expect(readErrorBody(body).kind).toBe(kind);
  });
});
