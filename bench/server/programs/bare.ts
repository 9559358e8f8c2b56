// A server on Hono with one route and one prepared statement per request: `node bare.js FOLDER`. It
// copies the summaries of the library in `FOLDER` to its own table and writes as durably as ours.
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { databaseIn } from '../database';

const folder = process.argv[2] ?? '.';
const file = new DatabaseSync(`${databaseIn(folder)}.bare`);
file.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  attach '${databaseIn(folder)}' as library;
  create table bookmarks (
    id text primary key,
    summary text not null default '{}',
    is_marked integer not null default 0,
    url text
  );
  insert into bookmarks (id, summary) select id, summary from library.bookmarks;
  detach library;
`);
const read = file.prepare('select summary from bookmarks where id = ?');
const mark = file.prepare('update bookmarks set is_marked = ? where id = ? returning id');
const create = file.prepare('insert into bookmarks (id, url) values (?, ?)');

const app = new Hono()
  .get('/api/bookmarks/:id', (c) => c.json(read.get(c.req.param('id'))))
  .patch('/api/bookmarks/:id', async (c) => {
    const { is_marked: isMarked } = await c.req.json<{ is_marked: boolean }>();
    return c.json(mark.get(Number(isMarked), c.req.param('id')));
  })
  .post('/api/bookmarks', async (c) => {
    const { url } = await c.req.json<{ url: string }>();
    create.run(crypto.randomUUID(), url);
    return c.json({ status: 202 }, 202);
  });

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(JSON.stringify({ port }));
});
process.once('SIGTERM', () => process.exit());
