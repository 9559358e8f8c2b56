import './without-https';
import worker from '../entrypoints/search-worker';

void worker.main();
