// `npm run server -- [COMMAND] [SETTINGS]`: builds the server when its sources are newer than what
// was built, then runs it in this process, so that signals and the exit code are its own.
import process from 'node:process';
import { buildServer } from './server/build.mjs';

await import(await buildServer());
// What stays open, such as a pool of connections, must not keep a finished command alive.
process.exit();
