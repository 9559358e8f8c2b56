import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDisposition,
  formatLegacyHead,
  formatPartHeaders,
  formatResourceHeaders,
  formatSyncPart,
  parseParameterHeader,
  parsePartHeaders,
  readResourcePart,
  readSyncPart,
  resourcePath,
  type SyncPart,
} from '../../src/contract/index';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the headers of a part', () => {
  it('are read by lower-case name, also with folded lines and lone line feeds', () => {
    expect([
      ...parsePartHeaders('Content-Type: text/html;\r\n  charset=utf-8\nX:1\r\nx: 2\r\nno'),
    ]).toEqual([
      ['content-type', 'text/html; charset=utf-8'],
      ['x', '1'],
    ]);
  });

  it("can't be injected by a value with line breaks", () => {
    const lines = formatPartHeaders([['Location', 'https://a/\r\nEvil: 1']]);
    expect(parsePartHeaders(lines).has('evil')).toBe(false);
  });

  it('preserve any name and file name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, filename) => {
        fc.pre(!/\\|%22|%0[AaDd]/.test(name + filename));
        const { value, parameters } = parseParameterHeader(formatDisposition(name, filename));
        expect([value, parameters.get('name'), parameters.get('filename')]).toEqual([
          'form-data',
          name,
          filename,
        ]);
      }),
    );
  });

  it('keep the path that an old browser sends as a file name', () => {
    expect(
      parseParameterHeader(String.raw`form-data; filename="C:\new\a.html"`).parameters.get(
        'filename',
      ),
    ).toBe(String.raw`C:\new\a.html`);
  });

  it('contain the boundary of a body', () => {
    const { value, parameters } = parseParameterHeader('Multipart/Mixed; boundary="a b"; x=y');
    expect([value, parameters.get('boundary')]).toEqual(['multipart/mixed', 'a b']);
  });
});

describe('the resource of a page', () => {
  const resource = {
    url: 'https://example.org/a.png',
    headers: new Map([['content-type', 'image/png']]),
    bytes: bytes('\n{png}\n'),
  };

  it('is sent as a part with a location', () => {
    const headers = parsePartHeaders(formatResourceHeaders(resource));
    expect(headers.get('content-disposition')).toContain('filename="_"');
    expect(readResourcePart(headers, resource.bytes)).toEqual(resource);
  });

  it('is sent in the older format with its head on the first line', () => {
    const body = Buffer.concat([bytes(formatLegacyHead(resource)), resource.bytes]);
    expect(readResourcePart(new Map(), body)).toEqual({
      ...resource,
      bytes: Buffer.from(resource.bytes),
    });
  });

  it.each([
    ['has no absolute address', { location: '/a.png' }, 'x'],
    ['begins with no brace', {}, ' {"url":"https://a/"}\nx'],
    ['has a head that is not JSON', {}, '{url}\nx'],
    ['has a longer host name than any', { location: `https://${'a.'.repeat(200)}b/` }, 'x'],
    ['has one in its head', {}, `{"url":"https:\\\\\\\\${'a.'.repeat(200)}b/"}\nx`],
    ['has a head without an address', {}, '{"headers":{}}\nx'],
  ])('is rejected when it %s', (_, headers, body) => {
    expect(readResourcePart(new Map(Object.entries(headers)), bytes(body))).toBeNull();
  });

  it('may have a long path', () => {
    const location = `https://a/${'b'.repeat(2000)}`;
    expect(readResourcePart(new Map([['location', location]]), bytes('x'))?.url).toBe(location);
  });

  it.each([
    ['has no bytes', { location: 'https://a/' }, ''],
    ['has only a head', {}, '{"url":"https://a/"}\n'],
    ['has no line end', {}, '{"url":"https://a/"}'],
  ])('has its address and no bytes when it %s', (_, headers, body) => {
    expect(readResourcePart(new Map(Object.entries(headers)), bytes(body))).toMatchObject({
      url: 'https://a/',
      bytes: { length: 0 },
    });
  });
});

describe('a part of the sync stream', () => {
  const part: SyncPart = {
    bookmarkId: 'YcVfxkQb6JRzqk5kF2tNLv',
    type: 'json',
    contentType: 'application/json; charset=utf-8',
    filename: 'info.json',
    location: 'https://read.example/api/bookmarks/YcVfxkQb6JRzqk5kF2tNLv',
    created: Date.parse('2026-01-02T03:04:05Z'),
    updated: Date.parse('2026-01-02T03:04:06Z'),
    path: null,
    group: null,
    length: null,
  };

  it('has its headers sorted by name', () => {
    const names = formatSyncPart(part)
      .trim()
      .split('\r\n')
      .map((line) => line.split(':')[0]);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain('Content-Disposition');
  });

  it('is read back as it was written, also a resource', () => {
    const image: SyncPart = {
      ...part,
      type: 'resource',
      created: null,
      updated: null,
      path: 'img/icon.png',
      group: 'icon',
      length: 12,
    };
    for (const one of [part, image]) {
      expect(readSyncPart(parsePartHeaders(formatSyncPart(one)))).toEqual(one);
    }
  });

  it('is rejected without a bookmark id or with an unknown type', () => {
    expect(readSyncPart(new Map([['type', 'json']]))).toBeNull();
    expect(
      readSyncPart(
        new Map([
          ['bookmark-id', 'x'],
          ['type', 'video'],
        ]),
      ),
    ).toBeNull();
  });
});

describe('resourcePath', () => {
  it.each([
    ['.', 'icon.png'],
    ['./img/', 'img/icon.png'],
    ['%/img', 'ID/img/icon.png'],
    ['/a/../b', '/b/icon.png'],
    ['../%', '../ID/icon.png'],
    ['/', '/icon.png'],
    ['', null],
  ])('returns for the prefix %j the path %j', (prefix, path) => {
    expect(resourcePath(prefix, 'ID', 'icon.png')).toBe(path);
  });
});
