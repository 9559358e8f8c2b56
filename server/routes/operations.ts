import type { Hono } from 'hono';
import { isSentToOwnName } from '../http/base-address';
import type { Env } from '../http/exchange';
import { refuse, sendRefusal } from '../http/refusal';
import { send, sendJson } from '../http/send';
import { jobCountLines } from '../ops/metrics';
import type { Server } from '../server';
import { type Storage, StorageUnavailable } from '../storage';

/** The routes for whoever runs the server: health and metrics. */
export function mountOperations(app: Hono<Env>, { storage, metrics, config }: Server): void {
  app.get('/healthz', async (c) => {
    c.set('path', '/healthz');
    // Any query does: it throws when the database cannot answer.
    await storage.users.count();
    return sendJson(c.get('exchange'), 200, { status: 'ok' }, { 'Cache-Control': 'no-store' });
  });
  app.get('/metrics', async (c) => {
    c.set('path', '/metrics');
    const exchange = c.get('exchange');
    if (!config.hasMetrics) return sendRefusal(exchange, refuse(404));
    // With a base address no other route needs the Host. This one shows its answer without a token.
    if (!isSentToOwnName(exchange.headers, config)) return sendRefusal(exchange, refuse(421));
    return send(exchange, {
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: `${metrics.print()}${await jobLines(storage)}`,
      headers: { 'Cache-Control': 'no-store' },
    });
  });
}

/** The counts of jobs; empty while the database is away, when the other metrics matter most. */
async function jobLines({ jobs }: Storage): Promise<string> {
  try {
    return `${jobCountLines(await jobs.counts()).join('\n')}\n`;
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return '';
    throw fault;
  }
}
