// The package's build for modern browsers has the same exports, and no types of its own.
declare module 'dexie/dist/modern/dexie.mjs' {
  export * from 'dexie';
  export { Dexie as default } from 'dexie';
}
