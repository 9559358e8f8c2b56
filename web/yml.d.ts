declare module '*.yml' {
  const messages: Readonly<Record<string, string>>;
  export default messages;
}

/** The version of the package. */
declare const __VERSION__: string;
