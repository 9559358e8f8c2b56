/** The alarm that begins a round. */
export const SYNC_ALARM = 'sync';

/** The port of a page that somebody looks at. */
export const LOOKING_PORT = 'looking';

/** Key of `storage.local`; apart from the other settings, which each page paints by. */
export const SYNC_SETTINGS = 'syncSettings';
