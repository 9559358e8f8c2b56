import { type devTools, type Extraction, namesType } from '../../src/contract';
import { failedAddresses, tryExtraction } from '../dev-tools/try-extraction';
import { createSafeFetch } from '../fetch';
import type { CallerContext, Handlers } from '../http/context';
import { bytesOfUpload } from '../http/request-body';
import { pagePolicy, renderPage } from '../pages/page';
import { triedExtraction } from '../pages/tried-extraction';
import type { Server } from '../server';

/** Creates the handlers for developers who examine extractions. */
export function devToolsHandlers(server: Server): Handlers<typeof devTools> {
  const fetch = createSafeFetch(server);
  const tryPage = async (url: string, html: Uint8Array | null, context: CallerContext) =>
    answerWith(
      context,
      await tryExtraction(server, context.caller.user.id, fetch, url, html, context.request.signal),
    );
  return {
    extract: ({ query }, context) => tryPage(query.url, null, context),
    async extractGiven({ body }, context) {
      const html = body.html === undefined ? null : await bytesOfUpload(body.html);
      return tryPage(body.url, html, context);
    },
    urls: async (_, { caller }) => ({
      status: 200,
      body: await failedAddresses(server.storage, caller.user.id),
    }),
  };
}

/** Answers with JSON, or with a page when the client accepts HTML. */
async function answerWith({ headers, base, extraHeaders }: CallerContext, extraction: Extraction) {
  if (!namesType(headers.get('accept'), 'text/html')) {
    return { status: 200, body: extraction } as const;
  }
  extraHeaders['Content-Security-Policy'] = pagePolicy();
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: await renderPage(triedExtraction({ base, extraction })),
  } as const;
}
