// Instructions for installing programs that the script cannot install itself.
import process from 'node:process';
import { findProgram } from './find-browser.mjs';

/** Package of each program, by the package manager of the system. */
const PACKAGES = {
  'apt-get': {
    chromium: 'chromium',
    firefox: 'firefox-esr',
    Xvfb: 'xvfb',
    openbox: 'openbox',
    xdotool: 'xdotool',
    WebKitWebDriver: 'webkit2gtk-driver',
    caddy: 'caddy',
    epubcheck: 'epubcheck',
    java: 'default-jre-headless',
    'speech-dispatcher': 'speech-dispatcher speech-dispatcher-espeak-ng',
  },
  dnf: {
    chromium: 'chromium',
    firefox: 'firefox',
    Xvfb: 'xorg-x11-server-Xvfb',
    openbox: 'openbox',
    xdotool: 'xdotool',
    WebKitWebDriver: 'webkit2gtk4.1',
    caddy: 'caddy',
    epubcheck: 'epubcheck',
    java: 'java-latest-openjdk-headless',
    'speech-dispatcher': 'speech-dispatcher speech-dispatcher-espeak-ng',
  },
  pacman: {
    chromium: 'chromium',
    firefox: 'firefox',
    Xvfb: 'xorg-server-xvfb',
    openbox: 'openbox',
    xdotool: 'xdotool',
    WebKitWebDriver: 'webkit2gtk-4.1',
    caddy: 'caddy',
    epubcheck: 'epubcheck',
    java: 'jre-openjdk-headless',
    'speech-dispatcher': 'speech-dispatcher espeak-ng',
  },
};

const COMMANDS = {
  'apt-get': 'sudo apt-get install',
  dnf: 'sudo dnf install',
  pacman: 'sudo pacman -S',
};

const OTHER_SYSTEMS = {
  darwin: {
    chromium: 'brew install --cask chromium     (or Chrome for Testing, or Google Chrome)',
    firefox: 'brew install --cask firefox',
  },
  win32: {
    chromium: 'winget install Hibbiki.Chromium     (or Google Chrome)',
    firefox: 'winget install Mozilla.Firefox',
  },
};

/**
 * Returns the text that names the missing programs and the commands that install them.
 *
 * @param {readonly string[]} missing `chromium`, `firefox`, or a program of the virtual display
 */
export function advice(missing) {
  const lines = ['', `Missing on this machine: ${missing.join(', ')}.`, 'Please install:'];
  if (process.platform === 'darwin' || process.platform === 'win32') {
    const commands = OTHER_SYSTEMS[process.platform];
    for (const [what, command] of Object.entries(commands)) {
      if (missing.includes(what)) lines.push(`  ${command}`);
    }
  } else {
    lines.push(...linuxCommands(missing));
  }
  if (missing.includes('chromium')) {
    lines.push('or download Playwright’s Chromium:');
    lines.push('  npx playwright-core install chromium');
  }
  for (const name of ['chromium', 'firefox'].filter((browser) => missing.includes(browser))) {
    lines.push(`To use a browser at another path: ${name.toUpperCase()}=/path/to/it npm start`);
  }
  return lines.join('\n');
}

/** @param {readonly string[]} missing */
function linuxCommands(missing) {
  const managers = /** @type {(keyof typeof PACKAGES)[]} */ (Object.keys(PACKAGES));
  const here = managers.filter((manager) => findProgram([manager]) !== null);
  return (here.length > 0 ? here : managers).map((manager) => {
    /** @type {Record<string, string>} */
    const names = PACKAGES[manager];
    return `  ${COMMANDS[manager]} ${missing.flatMap((what) => names[what] ?? []).join(' ')}`;
  });
}
