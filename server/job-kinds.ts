import { extractionKind } from './extraction';
import { createServiceFetch } from './fetch';
import type { JobKind } from './jobs';
import { createMailer, mailJobs } from './mail';
import type { Server } from './server';
import { importJobs } from './transfer/import/import-jobs';

/** Lists the kinds of background jobs. */
export const jobKindsOf = (server: Server): readonly JobKind[] => {
  const { mail } = server.config;
  return [
    extractionKind(server),
    importJobs(server, createServiceFetch(server).fetch),
    ...(mail ? [mailJobs(server, createMailer(mail))] : []),
  ];
};
