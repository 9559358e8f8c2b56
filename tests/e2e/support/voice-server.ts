import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from './until.ts';

/** A sound card that is not there: without one, words never end. */
const NO_SOUND = 'pcm.!default { type null }\nctl.!default { type null }\n';
const CONFIGURATION = `AudioOutputMethod "alsa"
AudioALSADevice "default"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
LogLevel 1
`;

export interface VoiceServer {
  /** The variables with which a browser finds it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the program that gives browsers on Linux their voices, without a sound. */
export async function startVoices(): Promise<VoiceServer> {
  const home = temporaryFolder('leafmark-voices');
  const configuration = join(home, 'configuration');
  const socket = join(home, 'socket');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(home, '.asoundrc'), NO_SOUND);
  await writeFile(join(configuration, 'speechd.conf'), CONFIGURATION);
  const server: ChildProcess = spawn(
    'speech-dispatcher',
    [
      ...['--run-single', '--timeout', '0', '--communication-method', 'unix_socket'],
      ...['--socket-path', socket, '--config-dir', configuration],
      ...['--pid-file', join(home, 'pid'), '--log-dir', home],
    ],
    { env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home }, stdio: 'ignore' },
  );
  const gone = new Promise((done) => server.once('exit', done));
  await until('the voices are there', async () => existsSync(socket));
  return {
    env: { SPEECHD_ADDRESS: `unix_socket:${socket}` },
    async stop() {
      server.kill();
      await gone;
    },
  };
}
