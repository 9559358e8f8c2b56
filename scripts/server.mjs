// `npm run server -- [COMMAND] [SETTINGS]`: builds the server if its sources are newer than the
// build, then runs it in this process, so that signals and exit codes are the server's.
import process from 'node:process';
import { buildServer } from './server/build.mjs';

await import(await buildServer());
// Open resources, such as a pool of connections, must not keep a finished command alive.
process.exit();
