// Runs `npm ci` if node_modules was made from another lockfile.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT, run, say } from './process.mjs';

const MADE_FROM = join(ROOT, 'node_modules', '.made-from');

/** Returns a key of what node_modules depends on: the lockfile, and the platform for binaries. */
function wanted() {
  const lockfile = readFileSync(join(ROOT, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${process.platform} ${process.arch}\n`;
}

/**
 * Installs the packages if they are missing or do not match the lockfile.
 *
 * @returns {Promise<boolean>} false if npm failed; its output has been shown
 */
export async function ensureNodeModules() {
  const made = existsSync(MADE_FROM) ? readFileSync(MADE_FROM, 'utf8') : '';
  if (made === wanted()) return true;
  say('Installing packages (npm ci); the first time this takes a minute…');
  const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    say(output);
    say('npm ci failed; its message is above. Is the npm registry reachable?');
    return false;
  }
  writeFileSync(MADE_FROM, wanted());
  return true;
}

/** @param {readonly string[]} args */
function npm(args) {
  // In an npm script this is the npm that was called, so no lookup in the PATH or of npm.cmd is
  // needed.
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], { quiet: true });
  return run('npm', args, { quiet: true, shell: process.platform === 'win32' });
}
