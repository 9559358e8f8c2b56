import { type Context, Hono } from 'hono';
import { olderStream } from './older-stream';

export const OLDER_ID = 'YcVfxkQb6JRzqk5kF2tNLv';
const OTHER_ID = '4kqFVxJDKzgc5cXhMN5Dyh';
export const OLDER_TOKEN = 'an-api-token';

/** Requests that a test may want to check. */
export interface OlderServer {
  readonly app: Hono;
  readonly seen: { method: string; path: string; headers: Headers; body: Uint8Array }[];
}

/**
 * A bookmark that is still loading, as other servers send it: many fields are missing (section 6).
 */
export const loadingBookmark = (base: string, id: string) => ({
  id,
  href: `${base}/api/bookmarks/${id}`,
  created: '2026-01-02T03:04:05.123456789Z',
  updated: '2026-01-02T03:04:05Z',
  state: 2,
  loaded: false,
  url: 'https://example.org/münchen',
  title: '',
  site: 'example.org',
  site_name: 'example.org',
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
});

const loaded = (base: string, id: string) => ({
  ...loadingBookmark(base, id),
  state: 0,
  loaded: true,
  title: 'The harbour froze',
  authors: ['Ann Author'],
  document_type: 'pdf',
  type: 'pdf',
  mood: 'calm',
  resources: { icon: { src: `${base}/bm/Yc/${id}/img/icon.png` } },
});

const refusal = (status: 400 | 401 | 404 | 422, body: object, c: Context) => c.json(body, status);
const message = (status: 401 | 404, c: Context) =>
  refusal(status, { status, message: status === 404 ? 'Not Found' : 'Unauthorized' }, c);
/** Every field is listed, and empty lists are null (section 1). */
const form = (field: string, error: string) => ({
  is_valid: false,
  errors: null,
  fields: {
    [field]: { is_null: false, is_bound: true, value: '', errors: [error] },
    other: { is_null: true, is_bound: false, value: null, errors: null },
  },
});

/**
 * A foreign server. It follows protocol.md where the original and older servers differ from what
 * the extension sends. It does not use the contract.
 */
export function olderServer({ prefix = '', readsUntilLoaded = 2 } = {}): OlderServer {
  const seen: OlderServer['seen'] = [];
  const app = new Hono().basePath(prefix);
  let reads = 0;
  const baseOf = (c: Context) => `${new URL(c.req.url).origin}${prefix}`;

  app.use(async (c, next) => {
    const { method, path, raw } = c.req;
    const body = new Uint8Array(await raw.clone().arrayBuffer());
    seen.push({ method, path, headers: raw.headers, body });
    // There is no route for passwords: it answers like any page that needs a session (section 3).
    if (method === 'POST' && path.endsWith('/api/auth')) {
      return c.redirect(`${baseOf(c)}/login?r=${encodeURIComponent('/api/auth')}`, 303);
    }
    const isPublic = /\/api\/(info|oauth\/(client|device|token))$/.test(path);
    const isKnown = raw.headers.get('authorization') === `Bearer ${OLDER_TOKEN}`;
    // Errors are JSON only for clients that ask for it (section 1).
    if (raw.headers.get('accept') !== 'application/json') return c.html('<h1>Sign in</h1>', 401);
    if (!isPublic && !isKnown) return message(401, c);
    return next();
  });

  app.get('/api/info', (c) => c.json({ version: { canonical: '0.14.0-12-gabc1234' } }));
  app.get('/api/profile', (c) =>
    c.json({ provider: { name: 'bearer token', id: OTHER_ID }, user: { username: 'ada' } }),
  );
  app.get('/api/bookmarks', (c) => {
    if (Number(c.req.query('limit') ?? 0) > 100) return message(404, c);
    const next = `${baseOf(c)}/api/bookmarks?limit=1&offset=1`;
    c.header('Etag', '4c8e1f');
    c.header('Total-Count', '2');
    c.header('Total-Pages', '2');
    c.header('Link', `<${next}>; rel="next"`);
    if (c.req.header('if-none-match') === '4c8e1f') return c.body(null, 304);
    const all = [loadingBookmark(baseOf(c), OLDER_ID), loaded(baseOf(c), OTHER_ID)];
    const offset = Number(c.req.query('offset') ?? 0);
    return c.json(all.slice(offset, offset + 1));
  });
  app.post('/api/bookmarks', (c) => {
    c.header('Location', `${baseOf(c)}/api/bookmarks/${OLDER_ID}`);
    return c.json({ status: 202, message: 'Link submited' }, 202);
  });
  app.get('/api/bookmarks/labels', (c) => {
    const name = c.req.query('name');
    return c.json([{ name: name ?? 'ice', count: 1, href: '', href_bookmarks: '' }]);
  });
  app.patch('/api/bookmarks/labels', (c) => refusal(400, form('name', 'field is required'), c));
  app.get('/api/bookmarks/annotations', (c) => c.json([]));
  app.get('/api/bookmarks/collections', (c) =>
    c.json([
      {
        id: OTHER_ID,
        href: `${baseOf(c)}/api/collections/${OTHER_ID}`,
        created: '20260-01-02T03:04:05Z',
        updated: '2026-01-02',
        name: 'To read',
        is_pinned: false,
        type: null,
        read_status: null,
        is_marked: null,
        labels: '',
      },
    ]),
  );
  app.get('/api/bookmarks/sync', (c) =>
    c.json([
      { id: OLDER_ID, time: '2026-01-02T03:04:05.123456789Z', type: 'update' },
      { id: OTHER_ID, time: '20260-01-02T03:04:05Z', type: 'delete' },
    ]),
  );
  app.post('/api/bookmarks/sync', (c) => {
    const info = { ...loaded(baseOf(c), OLDER_ID), links: null };
    const broken = { ...loaded(baseOf(c), OTHER_ID), read_progress: 'half' };
    const { body, type } = olderStream([info, broken]);
    return c.body(body, 200, { 'Content-Type': type });
  });
  app.get('/api/bookmarks/:id', (c) => {
    const isLoaded = reads++ >= readsUntilLoaded;
    return c.json((isLoaded ? loaded : loadingBookmark)(baseOf(c), c.req.param('id')));
  });
  app.patch('/api/bookmarks/:id', async (c) => {
    const href = `${baseOf(c)}/api/bookmarks/${c.req.param('id')}`;
    const changes = (await c.req.json()) as Record<string, unknown>;
    if (changes.title === '') return refusal(400, form('title', 'field is required'), c);
    const strings = Object.entries(changes).map(([name, value]) => [name, String(value)]);
    return c.json({ id: c.req.param('id'), href, ...Object.fromEntries(strings) });
  });
  app.get('/api/bookmarks/:id/annotations', (c) =>
    c.json([
      {
        id: OTHER_ID,
        start_selector: 'section/p[1]',
        start_offset: 0,
        end_selector: 'section/p[1]',
        end_offset: 3,
        created: '2026-01-02T03:04:05Z',
        text: 'The',
      },
    ]),
  );
  app.get('/api/bookmarks/:id/share/link', (c) =>
    c.json({ url: `${baseOf(c)}/@b/x`, expires: '', title: '', id: c.req.param('id') }),
  );
  app.post('/api/oauth/client', async (c) => {
    const { redirect_uris: _, ...client } = (await c.req.json()) as Record<string, unknown>;
    const strings = { grant_types: 'authorization_code', response_types: 'code' };
    return c.json({ client_id: 'urn:uuid:1', ...client, redirect_uris: null, ...strings }, 201);
  });
  app.post('/api/oauth/token', (c) =>
    c.json({ error: 'invalid_client', error_description: 'unknown' }, 401),
  );
  app.notFound((c) => message(404, c));
  return { app: app as unknown as Hono, seen };
}
