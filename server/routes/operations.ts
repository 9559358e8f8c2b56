import type { Hono } from 'hono';
import { isSentToOwnName } from '../http/base-address';
import type { Env } from '../http/exchange';
import { refuse, sendRefusal } from '../http/refusal';
import { send, sendJson } from '../http/send';
import type { Server } from '../server';
import { type JobCount, type Storage, StorageUnavailable } from '../storage';

/** Adds the routes for operators: health and metrics. */
export function mountOperations(app: Hono<Env>, { storage, metrics, config }: Server): void {
  app.get('/healthz', async (c) => {
    c.set('path', '/healthz');
    // Any query throws when the database cannot answer.
    await storage.users.count();
    return sendJson(c.get('exchange'), 200, { status: 'ok' }, { 'Cache-Control': 'no-store' });
  });
  app.get('/metrics', async (c) => {
    c.set('path', '/metrics');
    const exchange = c.get('exchange');
    if (!config.hasMetrics) return sendRefusal(exchange, refuse(404));
    // Other routes with a base address ignore the Host. This one needs no token, so it checks it.
    if (!isSentToOwnName(exchange.headers, config)) return sendRefusal(exchange, refuse(421));
    return send(exchange, {
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: await metrics.print(await jobCounts(storage)),
      headers: { 'Cache-Control': 'no-store' },
    });
  });
}

/** Returns the counts of jobs, or null while the database is unavailable. */
async function jobCounts({ jobs }: Storage): Promise<readonly JobCount[] | null> {
  try {
    return await jobs.counts();
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return null;
    throw fault;
  }
}
