import process from 'node:process';
import { ArticleWork } from '../../../server/articles/article-work';
import { extractionKind } from '../../../server/extraction';
import { JobRunner } from '../../../server/jobs';
import { createLog } from '../../../server/ops/log';
import { createMetrics } from '../../../server/ops/metrics';
import type { Server } from '../../../server/server';
import { openStorage } from '../../../server/storage';
import { unixMs } from '../../../src/domain/time';
import { configWith } from './config';
import { processesThat } from './direct-processes';

// Runs extractions until it is stopped or killed: `extractor ADDRESS`.

const [address = ''] = process.argv.slice(2);
const storage = await openStorage({ database: address });
const processes = processesThat(() => Promise.reject(new Error('This process reads no page')));
const server: Server = {
  config: configWith({ 'allowed-networks': '127.0.0.1' }),
  storage,
  now: () => unixMs(Date.now()),
  log: createLog('error', (line) => void process.stderr.write(line)),
  metrics: createMetrics('1'),
  resolveHost: async () => ['127.0.0.1'],
  resolvePublicHost: async () => [],
  processes,
  articleWork: new ArticleWork(processes),
  webApp: null,
  version: '1',
  stopping: new AbortController().signal,
};
const runner = new JobRunner(server, [extractionKind(server)]);
process.once('SIGTERM', async () => {
  await runner.stop(0);
  await storage.close();
  process.exit();
});
