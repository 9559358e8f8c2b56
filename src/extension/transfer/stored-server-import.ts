import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { AccountKey, SecretStore } from '../../library';
import { createSerialQueue } from '../serial-queue';

/** The key in `storage.local` of the origins that a person allowed for a preview. */
const SERVER_PREVIEW = 'serverPreview';
const HeldOrigins = z.array(z.string());

/**
 * The origins that a person allowed for a preview, until its import begins or they are given back.
 * They are stored, because the page and the browser may end between the two.
 */
export function heldOrigins(
  storage: Pick<WxtBrowser['storage']['local'], 'get' | 'set' | 'remove'>,
) {
  const read = async (): Promise<readonly string[]> =>
    HeldOrigins.safeParse((await storage.get(SERVER_PREVIEW))[SERVER_PREVIEW]).data ?? [];
  return {
    async add(origins: readonly string[]): Promise<void> {
      const all = [...new Set([...(await read()), ...origins])];
      if (all.length > 0) await storage.set({ [SERVER_PREVIEW]: all });
    },
    /** Returns them and forgets them. */
    async take(): Promise<readonly string[]> {
      const origins = await read();
      await storage.remove(SERVER_PREVIEW);
      return origins;
    },
  };
}

/** The name of the secret, which only the background reads. */
const SERVER_IMPORT = 'serverImport';

/**
 * An import from another server. It is kept until the import has ended, and is in no export. There is
 * at most one in a browser profile.
 */
const StoredServerImport = z.lazy(() =>
  z.object({
    /** The library and its job. */
    library: z.nullable(z.string()),
    job: z.number(),
    base: z.url({ protocol: /^https?$/ }),
    /** Empty if the server has refused it. */
    token: z.string(),
    /** The bookmarks of the server, in the order of the import. */
    ids: z.array(z.string()),
    /** Those of one address, which become one bookmark. Missing until the server has been read for it. */
    repeats: z.optional(z.array(z.array(z.string()))),
    /** Origins that the person allowed for it. They are given back at its end. */
    allowed: z.array(z.string()),
    /** True if it waits for a person. */
    isPaused: z.boolean(),
    /** Unix ms before which it is not tried again; null if there is no wait. */
    retryAt: z.nullable(z.number()),
    /** Number of failures in a row. */
    failures: z.number(),
  }),
);
export type StoredServerImport = z.output<typeof StoredServerImport> & {
  readonly library: AccountKey;
};

/** Changes run one after the other. */
export function serverImportStorage(storage: SecretStore) {
  const inTurn = createSerialQueue();
  const read = async (): Promise<StoredServerImport | null> =>
    StoredServerImport.safeParse((await storage.get(SERVER_IMPORT))[SERVER_IMPORT]).data ?? null;
  return {
    read,
    put: (stored: StoredServerImport) => inTurn(() => storage.set({ [SERVER_IMPORT]: stored })),
    /** Changes what is stored. Without effect if another import is stored by then. */
    change: (job: number, change: Partial<StoredServerImport>) =>
      inTurn(async () => {
        const stored = await read();
        if (stored?.job !== job) return null;
        const next = { ...stored, ...change };
        await storage.set({ [SERVER_IMPORT]: next });
        return next;
      }),
    remove: () => inTurn(() => storage.remove(SERVER_IMPORT)),
  };
}

export type ServerImportStorage = ReturnType<typeof serverImportStorage>;
