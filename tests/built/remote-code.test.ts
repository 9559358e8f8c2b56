import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Node, outputFolder, TARGETS, walk } from './output';

/** Returns the places in `source` that run text as a program or load a program from elsewhere. */
function remoteCode(source: string): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    const callee = node.callee as Node | undefined;
    const [first] = (node.arguments as Node[] | undefined) ?? [];
    if (callee?.type === 'Identifier' && (callee.name === 'eval' || callee.name === 'Function')) {
      found.push(`${String(callee.name)}()`);
    }
    if (
      callee?.type === 'Identifier' &&
      (callee.name === 'setTimeout' || callee.name === 'setInterval') &&
      (first?.type === 'Literal' || first?.type === 'TemplateLiteral')
    ) {
      found.push(`${callee.name}() of text`);
    }
    if (node.type === 'ImportExpression') {
      const from = (node.source as Node).value;
      if (typeof from === 'string' && /^(?:https?:)?\/\//.test(from)) found.push(`import ${from}`);
    }
  });
  return found;
}

describe('the search for remote code', () => {
  it.each([
    ['eval("1")', 'eval()'],
    ['new Function("return 1")()', 'Function()'],
    ['setTimeout("alert(1)", 1)', 'setTimeout() of text'],
    ['import("https://elsewhere.example/x.js")', 'import https://elsewhere.example/x.js'],
  ])('finds %s', (source, name) => {
    expect(remoteCode(source)).toEqual([name]);
  });
});

describe.each(TARGETS)('%s', (target) => {
  const folder = outputFolder(target);

  it('runs no text as a program and loads no program from elsewhere', () => {
    const scripts = globSync('**/*.js', { cwd: folder });
    expect(scripts.length).toBeGreaterThan(3);
    const found = scripts.map((script) => ({
      script,
      found: remoteCode(readFileSync(join(folder, script), 'utf8')),
    }));
    expect(found.filter((entry) => entry.found.length > 0)).toEqual([]);
  });

  it('has pages without inline scripts, inline styles and external files', () => {
    for (const page of globSync('*.html', { cwd: folder })) {
      const html = readFileSync(join(folder, page), 'utf8');
      expect(html, page).not.toMatch(/<script(?![^>]*\ssrc="\/)|<style|\son[a-z]+=|javascript:/i);
      expect(html, page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i);
    }
  });
});
