// Extension: everything that uses the browser's APIs: messages, badge, menus, commands,
// permissions, alarms, scripting. It contains no components. This is the entry point for pages (no
// zod, no Dexie). The worker uses background.ts. Pages import settings.ts dynamically after the
// first paint.
export * from './images/image-access';
export * from './messages/page-client';
