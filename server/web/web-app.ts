import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { MEDIA_CACHE_CONTROL } from '../../src/contract';

/** The built web app, whose files are small enough to keep in memory. */
export interface WebApp {
  /** The page of the library. */
  readonly shell: string;
  readonly files: readonly WebFile[];
}

interface WebFile {
  /** The path below the base address. */
  readonly path: string;
  readonly type: string;
  readonly body: Uint8Array;
  /** True if the name changes with the text, so that caches may keep it forever. */
  readonly isHashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Reads the web app that the build has put into `folder`. Returns null if it is not built. */
export async function readWebApp(folder: string): Promise<WebApp | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = await Promise.all(
    names.flatMap((name) => {
      const type = TYPES[extname(name)];
      return type === undefined ? [] : [readWebFile(folder, name, type)];
    }),
  );
  const library = files.find(({ path }) => path === '/library.html');
  return library ? { shell: Buffer.from(library.body).toString(), files } : null;
}

async function readWebFile(folder: string, name: string, type: string): Promise<WebFile> {
  const path = `/${name.split(sep).join('/')}`;
  const body = await readFile(join(folder, name));
  return { path, type, body, isHashed: path.startsWith('/app/') };
}

/** The only script that may become a service worker. */
export const WORKER_PATH = '/service-worker.js';

/** The policy of the pages and workers of the web app: its own files, and images from its database. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent with the pages of the web app. */
export const WEB_PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  // A page of another site that opens the app keeps no hold of its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Returns the headers of a file of the web app. Workers need the policy, too. */
export const headersOfFile = ({ type, isHashed }: WebFile) => ({
  // The cache of the worker compares the headers that are named here, and each kind of request has
  // another `Accept`.
  Vary: 'Accept-Encoding',
  'Cache-Control': isHashed ? `${MEDIA_CACHE_CONTROL}, immutable` : 'no-cache',
  ...(/^text\/(html|javascript)/.test(type) && WEB_PAGE_HEADERS),
});
