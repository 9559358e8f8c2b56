// Health check for containers: exits with 0 if the server on this machine reports that it is
// healthy.
import process from 'node:process';

const port = process.env.LEAFMARK_PORT ?? '8000';
const isWell = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  ({ ok }) => ok,
  () => false, // No server listens on that port.
);
process.exit(isWell ? 0 : 1);
