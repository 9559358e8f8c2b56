import { answerMessage, type HandlersOf, type Reply } from '../messages/message-table';
import { TRANSFER_MESSAGES, type TransferMessages } from '../messages/transfer-messages';
import { createServerImports, type ServerImportDependencies } from './import-from-server';
import { createImportThere, type ImportThereDependencies } from './import-there';

/** The imports that need a server. Only the background has the network. */
export interface BackgroundImports {
  /** Answers a message of `TRANSFER_MESSAGES`; null for any other. */
  answer(name: string, request: unknown): Promise<Reply> | null;
  /** Continues an import of an earlier worker. */
  resume(isNow?: boolean): Promise<void>;
  /** Gives back what was allowed for a preview of an earlier start of the browser. */
  forgetPreview(): Promise<void>;
}

export function createBackgroundImports(
  dependencies: ServerImportDependencies & ImportThereDependencies,
): BackgroundImports {
  const { resume, forgetPreview, ...fromServer } = createServerImports(dependencies);
  const handlers: HandlersOf<TransferMessages> = {
    ...fromServer,
    ...createImportThere(dependencies),
  };
  return {
    resume,
    forgetPreview,
    answer: (name, request) =>
      Object.hasOwn(TRANSFER_MESSAGES, name)
        ? answerMessage(TRANSFER_MESSAGES, handlers, name, request)
        : null,
  };
}
