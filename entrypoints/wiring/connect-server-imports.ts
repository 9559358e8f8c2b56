import { browser } from 'wxt/browser';
import { type BackgroundFailure, err, ok, type Result, SECOND_MS } from '../../src/domain';
import { createOriginRequest } from '../../src/extension/account/origin-permissions';
import type { MessageName, RequestOf } from '../../src/extension/messages/messages';
import { sendMessage, type Timeouts } from '../../src/extension/messages/page-client';
import { putUpload } from '../../src/extension/transfer/import-files';
import type { ServerImporter, ServerProblem } from '../../src/ui/transfer/server-store';

/** Reading the list of a large server, or sending it a large file, takes minutes. */
const TIMEOUT_MS: Timeouts = {
  previewServer: 600 * SECOND_MS,
  startServerImport: 180 * SECOND_MS,
  pauseServerImport: 60 * SECOND_MS,
  endServerImport: 60 * SECOND_MS,
  startImportThere: 600 * SECOND_MS,
  importThere: 60 * SECOND_MS,
};

const send = <Name extends MessageName>(name: Name, request: RequestOf<Name>) =>
  sendMessage(
    (message) => browser.runtime.sendMessage(message),
    name,
    request,
    Promise.resolve(),
    TIMEOUT_MS,
  );

/** Returns what imports from servers, and lets the server of the account import. */
export function connectServerImports(): ServerImporter {
  /** True while the background holds a permission for a preview of this page. */
  let isPreviewing = false;
  addEventListener('pagehide', () => {
    if (isPreviewing) void send('cancelServerPreview', { allowed: [] });
    isPreviewing = false;
  });
  return {
    askForOrigins: createOriginRequest(browser.permissions),
    async preview(address, token, allowed) {
      isPreviewing = true;
      const reply = await send('previewServer', { address, token, allowed: [...allowed] });
      return reply.ok ? reply.value : err(failureOf(reply.error));
    },
    async cancelPreview(allowed) {
      isPreviewing = false;
      await send('cancelServerPreview', { allowed: [...allowed] });
    },
    async start({ allowed, ...request }) {
      const reply = await send('startServerImport', { ...request, allowed: [...allowed] });
      const problem = problemIn(reply);
      if (problem === null) isPreviewing = false;
      return problem;
    },
    goOn: async (token, allowed) =>
      problemIn(await send('continueServerImport', { token, allowed: [...allowed] })),
    async pause() {
      await send('pauseServerImport', {});
    },
    async end(job) {
      await send('endServerImport', { job });
    },
    async account() {
      const reply = await send('importingServer', {});
      return reply.ok ? reply.value : null;
    },
    async startThere(content, choices) {
      if (content.kind === 'wallabag') {
        return problemIn(await send('startImportThere', { content, choices }));
      }
      const { file, source } = content;
      const kept = await keep(file);
      if (!kept.ok) return kept.error;
      const sent = { kind: 'file', name: file.name, source } as const;
      return problemIn(await send('startImportThere', { content: sent, choices }));
    },
    async there() {
      const reply = await send('importThere', {});
      return reply.ok ? reply.value : null;
    },
    async forgetThere() {
      await send('forgetImportThere', {});
    },
  };
}

/** Messages cannot carry a file, so the background reads it from the storage. */
async function keep(file: File): Promise<Result<null, ServerProblem>> {
  try {
    await putUpload(file);
    return ok(null);
  } catch (error) {
    console.error(error);
    const isQuota = error instanceof DOMException && error.name === 'QuotaExceededError';
    return err({ kind: isQuota ? 'quota' : 'unreadable', detail: '' });
  }
}

const failureOf = (failure: BackgroundFailure): ServerProblem => ({
  kind: failure.kind,
  detail: 'detail' in failure ? failure.detail : '',
});

const problemIn = (reply: Result<ServerProblem | null, BackgroundFailure>): ServerProblem | null =>
  reply.ok ? reply.value : failureOf(reply.error);
