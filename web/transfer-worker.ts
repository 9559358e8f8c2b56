import './without-https';
import worker from '../entrypoints/transfer-worker';

void worker.main();
