import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, builtExtension } from '../scripts/set-up/extension.mjs';
import { bundleScript } from './bundle';

/** The differences from the built extension. */
interface Changes {
  /** The source of another background. */
  readonly background?: string;
  /** Entries of the manifest. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

/**
 * A background that does nothing, because two contexts that index a library drop each other's work,
 * and the pages may run WebAssembly and ask the servers of a benchmark.
 */
export const IDLE: Changes = {
  background: '',
  manifest: {
    content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'" },
    host_permissions: ['http://127.0.0.1/*'],
  },
};

/** A copy of the built extension with a page for the benchmark. */
export interface BenchExtension extends Disposable {
  readonly folder: string;
  read(name: string): string;
  put(name: string, text: string): void;
}

let made: Promise<string> | null = null;

/** Builds the extension and returns the script of the benchmark's page. Throws if a build fails. */
async function makeOnce(): Promise<string> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  return bundleScript('page/index.ts', 'benchPage');
}

/** Builds the extension once, and copies it. Throws if the build fails. */
export async function buildExtension({
  background,
  manifest,
}: Changes = {}): Promise<BenchExtension> {
  made ??= makeOnce();
  const script = await made;
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-bench-extension-'));
  cpSync(builtExtension('chromium'), folder, { recursive: true });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  put('bench-page.js', script);
  put(
    'bench-page.html',
    '<!doctype html><meta charset="utf-8"><script src="/bench-page.js"></script>',
  );
  // This page opens at each installation, which is each start here, so it must cost nothing.
  put('welcome.html', '<!doctype html>');
  if (background !== undefined) put('background.js', background);
  const changed = Object.assign(JSON.parse(read('manifest.json')), manifest);
  put('manifest.json', JSON.stringify(changed));
  return {
    folder,
    read,
    put,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
