import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from '../support/project';

/** The declarations of each rule, sorted. Of a rule with rules in it, only these are rules. */
function bodiesIn(paths: readonly string[]): readonly (readonly string[])[] {
  return paths.flatMap((path) => {
    const styles = readProjectFile(path)
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      // The parts of a registration are no declarations.
      .replaceAll(/@property[^{}]*\{[^{}]*\}/g, '');
    return [...styles.matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) =>
      body
        .split(';')
        .map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
        .filter((declaration) => declaration !== '')
        .toSorted(),
    );
  });
}

const THEME = 'src/theme/';
const styleSheets = projectFiles(['{src,web,server,entrypoints}/**/*.css']);

/** A number may become smaller, never larger. */
describe('the styles of components', () => {
  it('lay out by themselves only what no class of src/theme/layout.css does', () => {
    const own = bodiesIn(styleSheets.filter((path) => !path.startsWith(THEME)));
    const layouts = own.flat().filter((each) => /^display: (?:inline-)?(?:flex|grid)$/.test(each));
    expect(layouts).toHaveLength(71);
  });

  it('seldom repeat the declarations of another rule', () => {
    const bodies = bodiesIn(styleSheets).map((body) => body.join('; '));
    const repeated = bodies.filter((body) => bodies.filter((other) => other === body).length > 1);
    expect(repeated).toHaveLength(382);
  });
});
