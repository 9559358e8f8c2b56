// The server without its background jobs: `node leafmark.js FOLDER`. Jobs would compete for the
// CPU. Text is indexed as usual.
import process from 'node:process';
import { ArticleWork } from '../../../server/articles/article-work';
import { readConfig } from '../../../server/config/config';
import { createLog } from '../../../server/ops/log';
import { createMetrics } from '../../../server/ops/metrics';
import { ProcessPool } from '../../../server/processes/process-pool';
import { serve } from '../../../server/serve';
import { openStorage, startIndexing } from '../../../server/storage';
import { TASK_PROGRAM, TASKS, type Tasks } from '../../../server/tasks';
import { unixMs } from '../../../src/domain/time';
import { databaseIn } from '../database';

const folder = process.argv[2] ?? '.';
const config = readConfig({ data: folder, port: '0' }, {});
if (!config.ok) throw new Error(config.error.join('\n'));
const processes = new ProcessPool<Tasks>(TASK_PROGRAM, TASKS);
const storage = await openStorage({
  database: databaseIn(folder),
  processes,
});
const running = await serve({
  config: config.value,
  storage,
  now: () => unixMs(Date.now()),
  log: createLog('info', () => undefined),
  metrics: createMetrics('bench'),
  resolveHost: async () => [],
  resolvePublicHost: async () => [],
  processes,
  articleWork: new ArticleWork(processes),
  stopping: new AbortController().signal,
  webApp: null,
  version: 'bench',
});
const indexing = startIndexing(storage, (fault) => console.error(fault));
console.log(JSON.stringify({ port: running.port }));
process.once('SIGTERM', async () => {
  await running.stop(0);
  await indexing.stop();
  await processes.close();
  await storage.close();
  process.exit();
});
