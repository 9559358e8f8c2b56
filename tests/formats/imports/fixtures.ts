import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zipOf } from './zips';

const FOLDER = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** Returns a file of another program. A folder becomes a zip of its files. */
export async function fixture(name: string): Promise<Blob> {
  if (!name.endsWith('/')) return new Blob([readFileSync(FOLDER + name)]);
  const folder = FOLDER + name;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$/.test(path));
  return zipOf(
    Object.fromEntries(names.map((path) => [path, readFileSync(folder + path, 'utf8')])),
  );
}
