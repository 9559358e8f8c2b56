// The server without its background jobs: `node leafmark.js FOLDER`. Jobs would compete for the
// CPU. Text is indexed as usual.
import process from 'node:process';
import { ArticleWork } from '../../../server/articles/article-work';
import { readConfig } from '../../../server/config/config';
import { createLog } from '../../../server/ops/log';
import { createMetrics } from '../../../server/ops/metrics';
import { serve } from '../../../server/serve';
import { openStorage, SEARCH_PROGRAM, startIndexing } from '../../../server/storage';
import { unixMs } from '../../../src/domain/time';
import { databaseIn } from '../database';

/** Never called: no job runs and nothing is imported. */
const nobodyReads = () => Promise.reject(new Error('No pages are extracted in this benchmark'));

const folder = process.argv[2] ?? '.';
const config = readConfig({ data: folder, port: '0' }, {});
if (!config.ok) throw new Error(config.error.join('\n'));
const storage = await openStorage({
  database: databaseIn(folder),
  searchProgram: SEARCH_PROGRAM,
});
const pageReader = {
  run: nobodyReads,
  sharedBy: () => ({ run: nobodyReads }),
  close: async () => {},
};
const running = await serve({
  config: config.value,
  storage,
  now: () => unixMs(Date.now()),
  log: createLog('info', () => undefined),
  metrics: createMetrics('bench'),
  resolveHost: async () => [],
  resolvePublicHost: async () => [],
  pageReader,
  articleWork: new ArticleWork(pageReader),
  importReader: {
    read: nobodyReads,
    readAccount: () => {
      throw new Error('Nothing is imported in this benchmark');
    },
    close: async () => {},
  },
  stopping: new AbortController().signal,
  webApp: null,
  version: 'bench',
});
const indexing = startIndexing(storage, (fault) => console.error(fault));
console.log(JSON.stringify({ port: running.port }));
process.once('SIGTERM', async () => {
  await running.stop(0);
  await indexing.stop();
  await storage.close();
  process.exit();
});
