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

/** Reads the parameters of `path` as Hono found them, without what was fixed in their segments. */
export function paramsReader(path: string): (found: Params) => Params {
  const named = segmentsOf(path).flatMap(({ start, name }) =>
    name === null ? [] : [{ name, from: start.length }],
  );
  return (found) =>
    Object.fromEntries(named.map(({ name, from }) => [name, (found[name] ?? '').slice(from)]));
}

const segmentsOf = (path: string) =>
  path.split('/').map((segment) => {
    const name = PARAMETER.exec(segment)?.[1] ?? null;
    return { start: segment.replace(PARAMETER, ''), name };
  });
