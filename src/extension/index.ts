// Extension: the browser's own edges. Typed messages, badge, menus, commands, permissions, alarms,
// scripting. Knows no components. This is the pages' door (no zod, no Dexie); background.ts is the
// worker's, and settings.ts is asked for by `import()` after the first paint.
export * from './images/image-access';
export * from './messages/page-client';
