/**
 * Writes docs/protocol.md from src/contract, and docs/bundle.schema.json from src/formats. Tests
 * compare the committed files with them.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const source = new URL('../src/contract/documentation/index.ts', import.meta.url);
const { api, protocolPage } = (await runnerImport(fileURLToPath(source))).module;
await writeFile(new URL('../docs/protocol.md', import.meta.url), protocolPage(api));

const shapes = new URL('../src/formats/bundle/json-schema.ts', import.meta.url);
const { bundleJsonSchema } = (await runnerImport(fileURLToPath(shapes))).module;
const schema = `${JSON.stringify(bundleJsonSchema(), null, 2)}\n`;
await writeFile(new URL('../docs/bundle.schema.json', import.meta.url), schema);
