/** The alarm that begins a round. */
export const SYNC_ALARM = 'sync';

/** Key of `storage.local`; apart from the other settings, which each page paints by. */
export const SYNC_SETTINGS = 'syncSettings';
