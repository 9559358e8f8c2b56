import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../support/project.ts';

/** The code that Firefox compiles at its first start, and the file that has its version. */
const COMPILED = ['startupCache', 'compatibility.ini'];
export const COMPILED_IN = join(PROJECT_ROOT, 'node_modules', '.cache', 'firefox-compiled');

/** A start and each new site would start a spare process. */
export const NO_SPARE_PROCESS = { 'dom.ipc.processPrelaunch.enabled': false } as const;

/**
 * Puts what a Firefox has compiled before into the folder of a profile that has not been used. Without it, a
 * start takes half as much processor time again. Firefox compiles again when its version has changed.
 */
export function addKnownCompiled(profile: string): void {
  const isUsed = COMPILED.some((name) => existsSync(join(profile, name)));
  if (existsSync(COMPILED_IN) && !isUsed) copyCompiled(COMPILED_IN, profile);
}

export function copyCompiled(from: string, to: string): void {
  for (const name of COMPILED) cpSync(join(from, name), join(to, name), { recursive: true });
}
