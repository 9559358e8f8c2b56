import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** Reads a catalogue of messages. @param path of its YAML file */
export const readCatalogue = async (path: string): Promise<Record<string, string>> =>
  parse(await readFile(path, 'utf8'));

/** Makes catalogues of messages modules, so that neither a page nor a test has to parse them. */
export const catalogues = () => ({
  name: 'leafmark-catalogues',
  enforce: 'pre' as const,
  async load(id: string): Promise<string | null> {
    if (!id.endsWith('.yml')) return null;
    return `export default ${JSON.stringify(await readCatalogue(id))};`;
  },
});
