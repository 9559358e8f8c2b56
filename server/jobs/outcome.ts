/** How a job of this process came to its end, for now or for good. */
export type JobOutcome = 'done' | 'put-back' | 'given-up' | 'lost' | 'released';
