// Functions for processes that every script needs. They use no packages.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * Returns true if the module at `moduleUrl` was started as the program.
 *
 * @param {string} moduleUrl
 */
export function isMain(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
}

const { PRIORITY_BELOW_NORMAL: BACKGROUND } = constants.priority;

/**
 * Runs a program and waits for its end.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, shell?: boolean, isBackground?: boolean }}
 * [how] `quiet` hides its output; `isBackground` lets other processes go first
 * @returns {Promise<{ code: number, output: string }>} the exit code (127 if it could not be
 * started) and its output
 */
export function run(
  program,
  args,
  { quiet = false, env = {}, shell = false, isBackground = false } = {},
) {
  return new Promise((done) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    if (isBackground && child.pid !== undefined) setPriority(child.pid, BACKGROUND);
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => done({ code: 127, output: String(error) }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/**
 * Prints one line of progress.
 *
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
