import { describe, expect, it } from 'vitest';
import { REPLACED, withoutUnreached } from '../../scripts/vite-readability';
import { readProjectFile } from '../support/project';

const source = () => readProjectFile('node_modules/@mozilla/readability/Readability.js');

describe('what is bundled of Readability', () => {
  it('has every method that it calls', () => {
    const left = withoutUnreached(source());
    const defined = new Set([...left.matchAll(/^ {2}(_\w+)\(/gm)].map(([, name]) => name));
    const called = new Set([...left.matchAll(/this\.(_\w+)\(/g)].map(([, name]) => name));
    for (const own of REPLACED) called.delete(own);
    // Given to the constructor, not a method.
    called.delete('_serializer');
    called.delete('_allowedVideoRegex');
    expect([...called].filter((name) => !defined.has(name))).toEqual([]);
  });

  it('logs nothing, and is a script as before', () => {
    const left = withoutUnreached(source());
    expect(left).not.toContain('.log');
    expect(() => new Function(left)).not.toThrow();
  });

  it('is refused when it logs in another way', () => {
    const changed = source().replace('this.log("**** grabArticle ****");', 'if (x) this.log("x");');
    expect(() => withoutUnreached(changed)).toThrow('logs otherwise');
  });

  it('is refused when a method that is left out is called after all', () => {
    const changed = source().replace(
      '_removeScripts(doc) {\n',
      '_removeScripts(doc) {\n    this._isUrl("");\n',
    );
    expect(() => withoutUnreached(changed)).toThrow('_isUrl');
  });

  it('is refused when a method is not there any more', () => {
    const changed = source().replace('_getJSONLD(doc) {', '_getJsonLd(doc) {');
    expect(() => withoutUnreached(changed)).toThrow('_getJSONLD');
  });
});
