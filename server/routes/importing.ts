import {
  type FormValue,
  importBrowser,
  importFile,
  type importing,
  importOmnivore,
  importWallabag,
} from '../../src/contract';
import type { FileSource } from '../../src/formats';
import { createServiceFetch } from '../fetch';
import type { CallerContext, Handlers } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import { importFromFile, importFromService } from '../transfer/import/start-import';

/** Creates the handlers for imports of files and of accounts at other services. */
export function importingHandlers(server: Server): Handlers<typeof importing> {
  const asking = { ...server, services: createServiceFetch(server) };
  const file =
    (source: FileSource) =>
    ({ body: sent }: { readonly body: FormValue<typeof importFile> }, context: CallerContext) =>
      importFromFile(server, { source, form: importFile, sent }, context);
  return {
    browser: ({ body: sent }, context) =>
      importFromFile(server, { source: 'browser', form: importBrowser, sent }, context),
    csv: file('csv'),
    goodlinks: file('goodlinks'),
    linkwarden: file('linkwarden'),
    pinboard: file('pinboard'),
    pocketFile: file('pocket-file'),
    readwise: file('readwise'),
    text: file('text'),

    omnivore({ body: sent }, context) {
      const { url, token } = sent;
      const request = { source: 'omnivore', form: importOmnivore, sent } as const;
      return importFromService(asking, request, { url, token }, context);
    },

    wallabag({ body: sent }, context) {
      const { url, username, password, client_id: clientId, client_secret: clientSecret } = sent;
      const request = { source: 'wallabag', form: importWallabag, sent } as const;
      const account = { url, username, password, clientId, clientSecret };
      return importFromService(asking, request, account, context);
    },

    otherSource: ({ params }) => refuse(404, `Import from "${params.trackId}" does not exist.`),

    async progress({ params }, { caller }) {
      const row = await server.storage.imports.find(caller.user.id, params.trackId);
      const { total, done, status } = row ?? { total: 0, done: 0, status: 'finished' };
      return {
        status: 200,
        body: {
          scheduled: status === 'scheduled',
          progress: { total, done, status: status === 'finished' ? 1 : 0 },
        },
      };
    },
  };
}
