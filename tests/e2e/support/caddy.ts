import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from './until.ts';

/** A running reverse proxy. */
export interface Caddy {
  stop(): Promise<void>;
}

/**
 * Starts the reverse proxy Caddy.
 * @param sites the sites of its configuration
 * @param port of one of them
 */
export async function startCaddy(sites: string, port: number): Promise<Caddy> {
  const folder = temporaryFolder('leafmark-caddy');
  const child = spawn('caddy', ['run', '--config', '-', '--adapter', 'caddyfile'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  // The proxy must not outlive the tests.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  child.stdin.end(`{\nadmin off\nauto_https off\n}\n${sites}`);
  await until('the proxy answers', () => {
    if (child.exitCode !== null) throw new Error(`The proxy ended. ${errors}`);
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  });
  return {
    async stop() {
      const over = once(child, 'exit');
      // It would wait for open event streams.
      child.kill('SIGKILL');
      await over;
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
