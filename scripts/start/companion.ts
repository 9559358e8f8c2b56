import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { ROOT, run } from '../set-up/process.mjs';

const PROGRAM = join(ROOT, 'scripts', 'server.mjs');
const USER = 'reader';

/** A companion server that listens only on this machine and has one account. */
export interface Companion {
  /** The address of the server. */
  readonly base: string;
  /** The name of its account. */
  readonly username: string;
  readonly password: string;
  /** Returns the titles of its bookmarks. */
  titles(): Promise<readonly string[]>;
  /** Returns the texts of its highlights. */
  highlights(): Promise<readonly string[]>;
  /** Makes the extension in that folder offer this server, until `stop`. */
  offerIn(extension: string): void;
  /**
   * Gives the extension in that folder the permission to access this server, until `stop`. Call it
   * before a browser reads the folder. A person who starts both is not asked.
   */
  allowIn(extension: string): void;
  /**
   * Starts the server again at the same address, from its newest build.
   *
   * @throws if it does not start; the message is its output. It may be called again.
   */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The credentials, stored beside the database because the server shows the password only once. */
interface Keys {
  readonly password: string;
  readonly token: string;
}

/**
 * Starts a companion server with its database in `folder` on `port`, or on a free port if that is
 * taken or 0. Creates an account if there is none.
 *
 * @throws if the server does not start; the message is its output
 */
export async function startCompanion(folder: string, port: number): Promise<Companion> {
  const keys = readKeys(folder) ?? (await makeAccount(folder));
  let server = await listen(folder, port).catch(() => listen(folder, 0));
  const { base } = server;
  /** The functions that restore the changed files of extensions, by path. */
  const undo = new Map<string, () => void>();
  const withdraw = () => {
    for (const one of undo.values()) one();
    undo.clear();
  };
  // At every kind of exit, because the offer of a stopped server is useless.
  process.once('exit', withdraw);
  return {
    base,
    username: USER,
    password: keys.password,
    titles: async () =>
      (await listAt<{ title: string }>(`${base}/api/bookmarks`, keys)).map(({ title }) => title),
    highlights: async () =>
      (await listAt<{ text: string }>(`${base}/api/bookmarks/annotations`, keys)).map(
        ({ text }) => text,
      ),
    offerIn(extension) {
      const path = join(extension, 'companion.json');
      const offer = { base, username: USER, password: keys.password };
      writeFileSync(path, JSON.stringify(offer));
      undo.set(path, () => rmSync(path, { force: true }));
    },
    allowIn(extension) {
      const path = join(extension, 'manifest.json');
      const before = readFileSync(path, 'utf8');
      // A newer time would hide from the next build that sources have changed.
      const { mtime } = statSync(path);
      // Match patterns have no port.
      const { protocol, hostname } = new URL(base);
      const host_permissions = [`${protocol}//${hostname}/*`];
      const manifest = { ...JSON.parse(before), host_permissions };
      writeFileSync(path, JSON.stringify(manifest));
      undo.set(path, () => {
        writeFileSync(path, before);
        utimesSync(path, mtime, mtime);
      });
    },
    async restart() {
      await server.stop();
      server = await listen(folder, Number(new URL(base).port));
    },
    async stop() {
      withdraw();
      await server.stop();
    },
  };
}

async function listAt<Item>(url: string, { token }: Keys): Promise<readonly Item[]> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  const answer = await fetch(url, { headers });
  // Our own server follows the contract.
  return (await answer.json()) as readonly Item[];
}

const keysFile = (folder: string) => join(folder, 'keys.json');

function readKeys(folder: string): Keys | null {
  try {
    return JSON.parse(readFileSync(keysFile(folder), 'utf8')) as Keys; // The file was written by `makeAccount`.
  } catch {
    return null; // This is the first start, or the file was deleted.
  }
}

async function makeAccount(folder: string): Promise<Keys> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const keys = {
    password: await order(folder, 'user', 'add', USER),
    token: await order(folder, 'token', 'add', USER),
  };
  writeFileSync(keysFile(folder), JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

/** Runs a command of the server and returns the last line of its output. */
async function order(folder: string, ...words: readonly string[]): Promise<string> {
  const how = [PROGRAM, ...words, '--data', folder];
  const { code, output } = await run(process.execPath, how, { quiet: true });
  if (code !== 0) throw new Error(output);
  return output.trim().split('\n').at(-1)?.trim() ?? '';
}

interface Listening {
  readonly base: string;
  stop(): Promise<void>;
}

function listen(folder: string, port: number): Promise<Listening> {
  const server = spawn(process.execPath, [PROGRAM, '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It is the first listener, because an error of another one would leave the server running.
  const kill = () => void server.kill('SIGTERM');
  process.prependOnceListener('exit', kill);
  server.once('exit', () => process.off('exit', kill));
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error(output.join('\n'))));
    server.once('error', reject);
    createInterface(server.stderr).on('line', (line) => {
      output.push(line);
      const [, base] = /listens at (http:\S+?)\/?$/.exec(line) ?? [];
      if (base === undefined) return;
      resolve({ base, stop: () => stop(server) });
    });
  });
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}
