// UI: what a person sees. Components, signals, views, the reader, the theme, the strings.
// Knows the library and the domain; what only the browser can do is handed in by the entrypoint.
export type * from './background';
