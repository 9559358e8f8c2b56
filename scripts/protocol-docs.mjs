/** Writes docs/protocol.md from src/contract. A test compares the committed file with it. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const source = new URL('../src/contract/documentation/index.ts', import.meta.url);
const { api, protocolPage } = (await runnerImport(fileURLToPath(source))).module;
await writeFile(new URL('../docs/protocol.md', import.meta.url), protocolPage(api));
