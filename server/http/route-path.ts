/** Values of a path's parameters, percent-decoded. */
export type Params = Readonly<Record<string, string>>;

const PARAMETER = /\{(\w+)\}/;

/**
 * A path of the table as Hono writes it. A segment that begins with something fixed, such as
 * `export.{format}`, is one parameter to Hono.
 */
export const honoPath = (path: string): string =>
  segmentsOf(path)
    .map(({ start, name }) => {
      if (name === null) return start;
      return start === '' ? `:${name}` : `:${name}{${start.replace('.', '\\.')}.+}`;
    })
    .join('/');

/** The parameters as Hono found them, without what was fixed in their segments. */
export const paramsOf = (path: string, found: Params): Params =>
  Object.fromEntries(
    segmentsOf(path).flatMap(({ start, name }) =>
      name === null ? [] : [[name, (found[name] ?? '').slice(start.length)]],
    ),
  );

const segmentsOf = (path: string) =>
  path.split('/').map((segment) => {
    const name = PARAMETER.exec(segment)?.[1] ?? null;
    return { start: segment.replace(PARAMETER, ''), name };
  });
