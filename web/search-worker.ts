import worker from '../entrypoints/search-worker';

void worker.main();
