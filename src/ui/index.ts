// The user interface: components, signals, views, the reader, the theme and the texts.
// It knows the library and the domain. Entrypoints provide what needs the browser's APIs.
export type * from './background';
