/** The percent-decoded parameters of a path. */
export type Params = Readonly<Record<string, string>>;

const PATH_PARAMETER = /\{(\w+)\}/;

/**
 * Converts a path of the table to Hono's syntax. Hono treats a segment with a fixed start, such as
 * `export.{format}`, as one parameter.
 */
export const honoPath = (path: string): string =>
  segmentsOf(path)
    .map(({ start, name }) => {
      if (name === null) return start;
      return start === '' ? `:${name}` : `:${name}{${start.replace('.', '\\.')}.+}`;
    })
    .join('/');

/** Returns a function that removes the fixed starts of segments from Hono's parameters. */
export function paramsReader(path: string): (found: Params) => Params {
  const named = segmentsOf(path).flatMap(({ start, name }) =>
    name === null ? [] : [{ name, from: start.length }],
  );
  return (found) =>
    Object.fromEntries(named.map(({ name, from }) => [name, (found[name] ?? '').slice(from)]));
}

const segmentsOf = (path: string) =>
  path.split('/').map((segment) => {
    const name = PATH_PARAMETER.exec(segment)?.[1] ?? null;
    return { start: segment.replace(PATH_PARAMETER, ''), name };
  });
