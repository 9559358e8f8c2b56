import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in its own process. */
export interface Child extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

/** Starts a program and waits until it prints a line of JSON with the `port` that it listens on. */
export async function startChild(
  program: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Child> {
  const child = spawn(process.execPath, [...flags, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const { port } = JSON.parse(line) as { port?: number };
      if (port !== undefined) resolve(port);
    });
    void exited.then(() => reject(new Error(`${program} ended`)));
  });
  return {
    port,
    // It has an id, because it has printed its port.
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
