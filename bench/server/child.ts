import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export interface Child extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

/** Starts a program and waits until it says, in a line of JSON, at which `port` it listens. */
export async function startChild(program: string, args: readonly string[]): Promise<Child> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{"port":')) resolve((JSON.parse(line) as { port: number }).port);
    });
    void exited.then(() => reject(new Error(`${program} ended`)));
  });
  return {
    port,
    // It has one, or it would not have said its port.
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
