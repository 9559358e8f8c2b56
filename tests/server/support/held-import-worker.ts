import { getEnvironmentData } from 'node:worker_threads';

// The thread that reads imports, stopped in the middle of its work until it is let go: all of it
// stands still meanwhile, as by a file that takes that long to parse.
Atomics.wait(new Int32Array(getEnvironmentData('held') as SharedArrayBuffer), 0, 0);
await import('../../../server/importing/reading/worker');
