// apt, where it may be used without asking anybody for a password.
import process from 'node:process';
import { findProgram } from './find-browser.mjs';
import { run } from './process.mjs';

/** Null: apt may not be used. Otherwise what comes before `apt-get`. */
async function prefix() {
  if (process.platform !== 'linux' || findProgram(['apt-get']) === null) return null;
  if (process.getuid?.() === 0) return [];
  if (findProgram(['sudo']) === null) return null;
  const { code } = await run('sudo', ['-n', 'true'], { quiet: true });
  return code === 0 ? ['sudo', '-n'] : null;
}

/** Whether packages can be installed here: root, or sudo that asks for nothing. */
export async function canInstall() {
  return (await prefix()) !== null;
}

/**
 * Installs Debian packages.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | null>} what apt said when it failed; null when it went well
 */
export async function install(packages) {
  const before = (await prefix()) ?? [];
  const updated = await aptGet(before, ['update', '-qq']);
  // An index that is partly out of reach may still have what is wanted.
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
  // `env` because sudo drops the variables of its caller.
  const command = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  const [program = 'env', ...rest] = command;
  return run(program, rest, { quiet: true });
}
