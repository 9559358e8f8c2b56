import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { MEDIA_CACHE_CONTROL } from '../../src/contract';

/** The built web app: its files by their paths below the base address. */
export interface WebApp {
  /** The page of the library. */
  readonly shell: WebFile;
  readonly files: ReadonlyMap<string, WebFile>;
}

interface WebFile {
  readonly type: string;
  /** Reads the file at the first call. It is small enough to keep in memory. */
  readonly read: () => Promise<Uint8Array>;
  /** True if the name changes with the text, so that caches may keep it forever. */
  readonly isHashed: boolean;
}

const FILE_CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.bcmap': 'application/octet-stream',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pfb': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Finds the web app that the build has put into `folder`. Returns null if it is not built. */
export async function findWebApp(folder: string): Promise<WebApp | null> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = FILE_CONTENT_TYPES[extname(name)];
    const path = `/${name.split(sep).join('/')}`;
    if (type !== undefined) files.set(path, webFile(join(folder, name), path, type));
  }
  const shell = files.get('/library.html');
  return shell ? { shell, files } : null;
}

function webFile(place: string, path: string, type: string): WebFile {
  let body: Promise<Uint8Array> | null = null;
  const read = () => {
    body ??= readFile(place).catch((fault) => {
      body = null;
      throw fault;
    });
    return body;
  };
  return { type, read, isHashed: path.startsWith('/app/') };
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
  // The sound that nobody hears, for the controls of the system while a voice speaks.
  'media-src blob:',
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
