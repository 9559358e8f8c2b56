declare module '*.svg?icon' {
  const shapes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  export default shapes;
}
