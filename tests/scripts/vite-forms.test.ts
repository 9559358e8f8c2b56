import { describe, expect, it } from 'vitest';
import { withoutRules } from '../../scripts/vite-forms';
import * as field from '../../src/contract/form/field';
import * as rules from '../../src/contract/form/rules';
import * as upload from '../../src/contract/form/upload';
import { readProjectFile } from '../support/project';

/** What a module of JavaScript exports, by running it. */
const exportsOf = async (code: string): Promise<Record<string, unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`);

const modules = { field, rules, upload };

describe('the forms of a client', () => {
  it.each(Object.entries(modules))('have all that %s exports', async (name, module) => {
    const left = await exportsOf(withoutRules(readProjectFile(`src/contract/form/${name}.ts`)));
    expect(Object.keys(left).sort()).toEqual(Object.keys(module).sort());
    for (const make of Object.values(left)) expect((make as () => unknown)()).toEqual({});
  });

  it('are not made of a module that exports nothing', () => {
    expect(() => withoutRules('const field = 1;')).toThrow('exports nothing');
  });
});
