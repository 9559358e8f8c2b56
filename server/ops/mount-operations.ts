import type { Hono } from 'hono';
import type { Env } from '../http/env';
import { refuse } from '../http/refusal';
import { send, sendJson } from '../http/send';
import { sendRefusal } from '../http/send-refusal';
import type { Server } from '../server';
import { type Storage, StorageUnavailable } from '../storage';
import { jobCountLines } from './job-metrics';

/** What those who run the server ask: is it well, and how much does it do. */
export function mountOperations(app: Hono<Env>, { storage, metrics, config }: Server): void {
  app.get('/healthz', async (c) => {
    c.set('path', '/healthz');
    // Any question will do: it throws when the database can't answer.
    await storage.users.count();
    return sendJson(c.get('exchange'), 200, { status: 'ok' }, { 'Cache-Control': 'no-store' });
  });
  app.get('/metrics', async (c) => {
    c.set('path', '/metrics');
    const exchange = c.get('exchange');
    if (!config.hasMetrics) return sendRefusal(exchange, refuse(404));
    return send(exchange, {
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: `${metrics.print()}${await jobLines(storage)}`,
      headers: { 'Cache-Control': 'no-store' },
    });
  });
}

/** The rest is worth knowing just when the database is away. */
async function jobLines({ jobs }: Storage): Promise<string> {
  try {
    return `${jobCountLines(await jobs.counts()).join('\n')}\n`;
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return '';
    throw fault;
  }
}
