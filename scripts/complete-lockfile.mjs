// `npm run complete-lockfile`: run it after adding a package from a mirror that lacks the builds
// for other systems. npm then leaves them out of the lockfile, and `npm ci` refuses that lockfile
// everywhere. This script adds them from what their parent package requires.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMain, ROOT, say } from './set-up/process.mjs';

/**
 * @typedef {{
 *   version?: string, dev?: boolean, optional?: boolean, license?: string,
 *   optionalDependencies?: Record<string, string>,
 * }} LockEntry
 * @typedef {Record<string, LockEntry>} LockEntries
 */

const SYSTEMS = /(android|darwin|freebsd|linux|openharmony|win32)/;
const PROCESSORS = /(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)/;

/**
 * Returns the entries that a lockfile lacks: optional dependencies that npm could not look up.
 *
 * @param {LockEntries} packages the `packages` of a lockfile
 * @returns {LockEntries} by path, as npm would write them, without `integrity`
 */
export function missingEntries(packages) {
  /** @type {LockEntries} */
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isThere(packages, path, name)) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(entry.dev ? { dev: true } : {}),
        ...(entry.license ? { license: entry.license } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

/**
 * Returns true if the dependency `name` of the package at `path` resolves to an entry.
 *
 * @param {LockEntries} packages
 * @param {string} path
 * @param {string} name
 */
function isThere(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (packages[`${folder}/node_modules/${name}`]) return true;
    if (!folder.includes('/node_modules/')) return Boolean(packages[`node_modules/${name}`]);
  }
}

/** @param {string} name `@biomejs/cli-linux-x64-musl` */
function platformOf(name) {
  const os = SYSTEMS.exec(name)?.[0];
  const cpu = PROCESSORS.exec(name)?.[0];
  const libc = name.endsWith('musl') ? 'musl' : name.endsWith('-gnu') ? 'glibc' : undefined;
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc && os === 'linux' ? { libc: [libc] } : {}),
    ...(os ? { os: [os] } : {}),
  };
}

/** Completes the project's lockfile in place. */
export function completeLockfile() {
  const path = join(ROOT, 'package-lock.json');
  const lockfile = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingEntries(lockfile.packages);
  const packages = Object.entries({ ...lockfile.packages, ...missing });
  packages.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lockfile.packages = Object.fromEntries(packages);
  writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
  say(`Added ${Object.keys(missing).length} entries.`);
}

if (isMain(import.meta.url)) completeLockfile();
