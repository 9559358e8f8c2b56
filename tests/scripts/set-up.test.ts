import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advice } from '../../scripts/set-up/advice.mjs';
import { asBrowserName, findBrowser, findProgram } from '../../scripts/set-up/find-browser.mjs';
import { run } from '../../scripts/set-up/process.mjs';

let machine: string;

/** Creates an executable on a machine that has no other. */
function install(path: string): string {
  const program = join(machine, path);
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  return program;
}

const on = (platform: NodeJS.Platform) =>
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'leafmark-machine-'));
  vi.stubEnv('PATH', join(machine, 'bin'));
  vi.stubEnv('CHROMIUM', '');
  vi.stubEnv('FIREFOX', '');
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(machine, 'playwright'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(machine, { recursive: true });
});

describe('the advice on missing programs', () => {
  it.each([
    ['apt-get', 'sudo apt-get install chromium firefox-esr xvfb'],
    ['dnf', 'sudo dnf install chromium firefox xorg-x11-server-Xvfb'],
    ['pacman', 'sudo pacman -S chromium firefox xorg-server-xvfb'],
  ])('names the command of %s on Linux', (manager, command) => {
    on('linux');
    install(`bin/${manager}`);
    const lines = advice(['chromium', 'firefox', 'Xvfb']).split('\n');
    expect(lines).toContain(`  ${command}`);
    expect(lines.filter((line) => line.startsWith('  sudo'))).toHaveLength(1);
  });

  it('names the command of each package manager on a Linux without a known one', () => {
    on('linux');
    expect(advice(['chromium']).match(/^ {2}sudo .*$/gm)).toEqual([
      '  sudo apt-get install chromium',
      '  sudo dnf install chromium',
      '  sudo pacman -S chromium',
    ]);
  });

  it.each([
    ['darwin', /^ {2}brew install --cask chromium/m, /^ {2}brew install --cask firefox$/m],
    ['win32', /^ {2}winget install Hibbiki\.Chromium/m, /^ {2}winget install Mozilla\.Firefox$/m],
  ] as const)('names the command of the package manager on %s', (platform, chromium, firefox) => {
    on(platform);
    expect(advice(['chromium', 'firefox'])).toMatch(chromium);
    expect(advice(['chromium', 'firefox'])).toMatch(firefox);
    expect(advice(['firefox'])).not.toMatch(chromium);
    expect(advice(['chromium'])).toContain('npx playwright-core install chromium');
  });
});

describe('findBrowser', () => {
  it('prefers the browser that the variable names', () => {
    install('bin/chromium');
    const own = install('own/browser');
    vi.stubEnv('CHROMIUM', own);
    expect(findBrowser('chromium')).toBe(own);
  });

  it('throws if the variable does not name a program', () => {
    install('bin/chromium');
    vi.stubEnv('CHROMIUM', join(machine, 'gone'));
    expect(() => findBrowser('chromium')).toThrow(/CHROMIUM is ".*gone", which is not a program/);
  });

  it('prefers a free build to a branded one, and a branded one to none', () => {
    on('linux');
    expect(findBrowser('chromium')).toBeNull();
    const branded = install('bin/google-chrome');
    expect(findBrowser('chromium')).toBe(branded);
    const playwright = install('playwright/chromium-900/chrome-linux/chrome');
    expect(findBrowser('chromium')).toBe(playwright);
    const newer = install('playwright/chromium-1000/chrome-linux64/chrome');
    expect(findBrowser('chromium')).toBe(newer);
    const free = install('bin/chromium');
    expect(findBrowser('chromium')).toBe(free);
    expect(findBrowser('firefox')).toBeNull();
  });
});

it('ignores folders and files that are not executable', () => {
  writeFileSync(install('bin/chromium'), '');
  chmodSync(join(machine, 'bin/chromium'), 0o644);
  mkdirSync(join(machine, 'bin', 'firefox'));
  expect(findProgram(['chromium', 'firefox'])).toBeNull();
});

it('knows only the names of supported browsers', () => {
  expect(asBrowserName('firefox')).toBe('firefox');
  expect(() => asBrowserName('lynx')).toThrow('--browser takes chromium or firefox, not "lynx".');
});

it('npm start prints its usage before it sets anything up', async () => {
  const { code, output } = await run(process.execPath, ['scripts/start.mjs', '--browser', 'lynx'], {
    quiet: true,
  });
  expect(output).toMatch(
    /not "lynx"[\s\S]*npm start -- \[--browser chromium\|firefox\] \[--tour\|--pictures\]/,
  );
  expect(code).toBe(2);
});
