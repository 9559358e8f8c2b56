import { err, ok } from '../../../src/domain';
import type {
  ImportThere,
  ServerImporter,
  ServerProblem,
} from '../../../src/ui/transfer/server-store';

type Previewed = Awaited<ReturnType<ServerImporter['preview']>>;

interface Answers {
  readonly preview: Previewed;
  /** The answer to a start, to a continuation, and to a start on the server. */
  readonly problem: ServerProblem | null;
  readonly account: Awaited<ReturnType<ServerImporter['account']>>;
  readonly there: ImportThere | null;
}

/** Servers that answer as a test says, and what they were asked. */
export function heldServers(answers: Partial<Answers> = {}) {
  const asked: unknown[][] = [];
  const {
    preview = err({ kind: 'offline', detail: '' }),
    problem = null,
    account = null,
    there = null,
  } = answers;
  const servers: ServerImporter = {
    async askForOrigins(address) {
      asked.push(['askForOrigins', address]);
      return ok(['https://there.example/*']);
    },
    async preview(...of) {
      asked.push(['preview', ...of]);
      return preview;
    },
    async cancelPreview(allowed) {
      asked.push(['cancelPreview', allowed]);
    },
    async start(request) {
      asked.push(['start', request]);
      return problem;
    },
    async goOn(...of) {
      asked.push(['goOn', ...of]);
      return problem;
    },
    async pause() {
      asked.push(['pause']);
    },
    async end(job) {
      asked.push(['end', job]);
    },
    account: async () => account,
    async startThere(...of) {
      asked.push(['startThere', ...of]);
      return problem;
    },
    there: async () => there,
    async forgetThere() {
      asked.push(['forgetThere']);
    },
  };
  return { asked, servers };
}
