import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { ok } from '../../domain/result';
import type { BackgroundHandlers, ExtensionHandlers } from '../../messages/messages';
import { problem } from '../../service';

interface Dependencies {
  readonly runtime: Pick<WxtBrowser['runtime'], 'getURL'>;
  /** Fetches a file of the extension. */
  readonly loadFile: (address: string) => Promise<Response>;
  readonly accounts: { readonly handlers: Pick<BackgroundHandlers, 'findServer' | 'signIn'> };
}

/** Signs in to the server that `npm start` created. */
export function companionHandlers(dependencies: Dependencies) {
  const { findServer, signIn } = dependencies.accounts.handlers;
  return {
    companion: async () => ok((await readCompanion(dependencies))?.base ?? null),
    async signInToCompanion({ allowed }) {
      const companion = await readCompanion(dependencies);
      if (companion === null) return ok(problem('no-account'));
      const { base: address, ...person } = companion;
      const found = await findServer({ address, headers: '', allowed, use: 'account' });
      return found.ok && found.value === null ? signIn({ way: 'password', ...person }) : found;
    },
  } satisfies Partial<ExtensionHandlers>;
}

/** The server and the user that `npm start` created. */
const Companion = z.object({
  base: z.url({ protocol: /^https?$/ }),
  username: z.string(),
  /** A password instead of a token, because signing out would invalidate a token. */
  password: z.string(),
});

/** `npm start` puts the file beside the build that it opens; published builds do not contain it. */
const COMPANION_FILE = '/companion.json';

/** Returns null if `npm start` did not create the file. */
async function readCompanion({
  runtime,
  loadFile,
}: Pick<Dependencies, 'runtime' | 'loadFile'>): Promise<z.output<typeof Companion> | null> {
  try {
    // WXT's type of the address only knows files of the build.
    const address = new URL(COMPANION_FILE, runtime.getURL('/')).href;
    return Companion.safeParse(await (await loadFile(address)).json()).data ?? null;
  } catch {
    return null; // The file does not exist; browsers report this in different ways.
  }
}
