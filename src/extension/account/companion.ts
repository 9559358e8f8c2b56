import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';

/** The server that `npm start` made, and the person it made there. */
export interface Companion {
  readonly base: string;
  readonly username: string;
  /** Not a token, which would be good for nothing once it was signed out with. */
  readonly password: string;
}

const CompanionSchema: z.ZodMiniType<Companion> = z.object({
  base: z.url({ protocol: /^https?$/ }),
  username: z.string(),
  password: z.string(),
});

/** `npm start` puts it beside the build that it opens; there is none in what stores get. */
const FILE = '/companion.json';

/** null where `npm start` made none. */
export async function readCompanion(
  { runtime }: Pick<WxtBrowser, 'runtime'>,
  loadFile: (address: string) => Promise<Response>,
): Promise<Companion | null> {
  try {
    // WXT's type of the address knows the files of the build alone.
    const address = new URL(FILE, runtime.getURL('/')).href;
    const read = CompanionSchema.safeParse(await (await loadFile(address)).json());
    return read.success ? read.data : null;
  } catch {
    return null; // No such file: browsers say so in ways of their own.
  }
}
