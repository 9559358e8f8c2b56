import { LEASE_MS, runJob } from '../../../server/jobs';
import { createLog } from '../../../server/ops/log';
import { createMetrics } from '../../../server/ops/metrics';
import { openStorage } from '../../../server/storage';
import { importJobs } from '../../../server/transfer/import/import-jobs';
import { unixMs } from '../../../src/domain/time';
import { directProcesses } from './direct-processes';

// Runs imports until it is killed: `importer ADDRESS LATE MOST`. Its clock is LATE ms ahead, so
// that it does not wait for the leases of killed processes. It prints a line for each committed
// transaction, and `finished` when nothing is left to do. After MOST transactions it stops working,
// because the kill can arrive late.

const [address = '', late = '0', most = '0'] = process.argv.slice(2);
let committed = 0;
const now = () => unixMs(Date.now() + Number(late));
const storage = await openStorage({ database: address, now });
const server = {
  storage: {
    ...storage,
    async transaction<T>(work: Parameters<typeof storage.transaction<T>>[0]): Promise<T> {
      const done = await storage.transaction(work);
      process.stdout.write('committed\n');
      committed += 1;
      if (committed === Number(most)) await new Promise(() => setInterval(() => {}, LEASE_MS));
      return done;
    },
  },
  log: createLog('error', () => undefined),
  metrics: createMetrics('test'),
  now,
  processes: directProcesses,
};
const kind = importJobs(server, () =>
  Promise.reject(new Error('The test must not contact a service')),
);
const [job] = await storage.jobs.claim(kind.name, 1, LEASE_MS);
if (job) await runJob(server, kind, job);
process.stdout.write('finished\n');
await storage.close();
