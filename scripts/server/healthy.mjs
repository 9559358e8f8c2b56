// For containers: exits with 0 when the server of this machine answers that it is well.
import process from 'node:process';

const port = process.env.LEAFMARK_PORT ?? '8000';
const isWell = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  ({ ok }) => ok,
  () => false, // Nobody listens there.
);
process.exit(isWell ? 0 : 1);
