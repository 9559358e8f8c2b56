// Installs packages with apt if that needs no password.
import process from 'node:process';
import { findProgram } from './find-browser.mjs';
import { run } from './process.mjs';

/** Returns the arguments before `apt-get`; null if apt cannot be used. */
async function prefix() {
  if (process.platform !== 'linux' || findProgram(['apt-get']) === null) return null;
  if (process.getuid?.() === 0) return [];
  if (findProgram(['sudo']) === null) return null;
  const { code } = await run('sudo', ['-n', 'true'], { quiet: true });
  return code === 0 ? ['sudo', '-n'] : null;
}

/** Returns true if packages can be installed: as root, or with sudo without a password. */
export async function canInstall() {
  return (await prefix()) !== null;
}

/**
 * Installs Debian packages.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | null>} the output of apt if it failed; null on success
 */
export async function install(packages) {
  const before = (await prefix()) ?? [];
  const updated = await aptGet(before, ['update', '-qq']);
  // A partial index may still have the wanted packages.
  const installed = await aptGet(before, [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...packages,
  ]);
  if (installed.code === 0) return null;
  return `${updated.output}${installed.output}`;
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} args
 */
function aptGet(before, args) {
  // `env` is needed because sudo drops the caller's variables.
  const command = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  const [program = 'env', ...rest] = command;
  return run(program, rest, { quiet: true });
}
