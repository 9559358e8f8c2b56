import type { JobKind } from './jobs';
import type { Server } from './server';

/** All that is done after the answer. */
export const jobKindsOf = (_server: Server): readonly JobKind[] => [];
