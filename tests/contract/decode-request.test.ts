import { describe, expect, it } from 'vitest';
import {
  api,
  decodeRequest,
  type RawRequest,
  type Route,
  readJsonForm,
} from '../../src/contract/index';

const ID = 'YcVfxkQb6JRzqk5kF2tNLv';
const raw = (parts: Partial<RawRequest>): RawRequest => ({
  params: {},
  query: new URLSearchParams(),
  body: null,
  ...parts,
});
const outcome = (route: Route, parts: Partial<RawRequest>) => {
  const decoded = decodeRequest(route, raw(parts));
  return decoded.ok ? 'handled' : decoded.error.kind;
};

describe('decodeRequest', () => {
  it('passes decoded values to the handler', () => {
    const decoded = decodeRequest(
      api.bookmarks.update,
      raw({ params: { id: ID }, body: readJsonForm('{"published":"2026-01-02","unknown":1}') }),
    );
    expect(decoded).toEqual({
      ok: true,
      value: { params: { id: ID }, query: {}, body: { published: Date.UTC(2026, 0, 2) } },
    });
  });

  it.each(['short', '', `${ID}x`, 'YcVfxkQb6JRzqk5kF2t-Lv', 'labels'])(
    'returns not-found for %j',
    (id) => {
      expect(outcome(api.bookmarks.read, { params: { id } })).toBe('not-found');
    },
  );

  it('returns not-found for a label without a name, and invalid for bad numbers', () => {
    const query = new URLSearchParams('name=%20');
    expect(outcome(api.labels.read, { query })).toBe('not-found');
    expect(outcome(api.bookmarks.list, { query: new URLSearchParams('limit=-1') })).toBe('invalid');
    expect(outcome(api.bookmarks.list, { query: new URLSearchParams('offset=x') })).toBe('invalid');
  });

  it('checks the rules over several fields of a client', () => {
    const client = {
      client_name: 'App',
      client_uri: 'https://app.example/',
      software_id: '1',
      software_version: '1',
    };
    const body = readJsonForm(JSON.stringify(client));
    expect(outcome(api.oauth.register, { body })).toBe('invalid');
    const token = readJsonForm('{"grant_type":"authorization_code","code":"c"}');
    expect(outcome(api.oauth.token, { body: token })).toBe('invalid');
  });
});
