import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { PROJECT_ROOT, readProjectFile } from '../../support/project';
import { temporaryFolder } from '../../support/temporary-folder';

/** The result of a Dockerfile, as a folder instead of an image. */
export interface Image {
  /** The folder that represents `/`. */
  readonly root: string;
  /** The working directory, in `root`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly healthcheck: readonly string[];
  readonly user: string;
  /** Commands that need root and were left out. */
  readonly leftOut: readonly string[];
  dispose(): Promise<void>;
}

interface Stage {
  readonly root: string;
  folder: string;
  readonly env: Record<string, string>;
  readonly instructions: Map<string, readonly string[]>;
  readonly leftOut: string[];
}

/** Runs the project's Dockerfile in new folders and returns the last stage. */
export async function buildImage(): Promise<Image> {
  const folder = temporaryFolder('leafmark-image');
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const instruction of DockerfileParser.parse(
    readProjectFile('Dockerfile'),
  ).getInstructions()) {
    const args = wordsOf(instruction);
    if (instruction.getKeyword() === 'FROM') {
      stage = await newStage(join(folder, String(stages.size)));
      stages.set(args[2] ?? 'last', stage);
    } else if (stage) {
      await follow(stage, stages, instruction.getKeyword(), args);
    }
  }
  if (stage === null) throw new Error('The Dockerfile has no stage');
  const { root, env, leftOut, instructions } = stage;
  const argumentsOf = (keyword: string) => instructions.get(keyword) ?? [];
  return {
    root,
    env,
    leftOut,
    folder: stage.folder,
    dispose: () => rm(folder, { recursive: true, force: true }),
    entrypoint: argumentsOf('ENTRYPOINT'),
    healthcheck: argumentsOf('HEALTHCHECK'),
    user: argumentsOf('USER')[0] ?? 'root',
  };
}

async function newStage(root: string): Promise<Stage> {
  await mkdir(root);
  return { root, folder: '/', env: {}, instructions: new Map(), leftOut: [] };
}

async function follow(
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  keyword: string,
  args: readonly string[],
): Promise<void> {
  switch (keyword) {
    case 'WORKDIR':
      stage.folder = args[0] ?? '/';
      await mkdir(join(stage.root, stage.folder), { recursive: true });
      return;
    case 'ENV':
      for (const pair of args) {
        const [name = '', value = ''] = pair.split('=');
        stage.env[name] = value;
      }
      return;
    case 'COPY':
      copy(stage, stages, args);
      return;
    case 'RUN':
      return runIn(stage, args.join(' '));
    default:
      stage.instructions.set(
        keyword,
        args.slice(keyword === 'HEALTHCHECK' ? args.indexOf('CMD') + 1 : 0),
      );
  }
}

function copy(stage: Stage, stages: ReadonlyMap<string, Stage>, args: readonly string[]): void {
  const from = args.find((arg) => arg.startsWith('--from='))?.slice('--from='.length);
  const places = args.filter((arg) => !arg.startsWith('--'));
  const to = join(stage.root, stage.folder, places.at(-1) ?? '');
  for (const place of places.slice(0, -1)) {
    const source = join(from === undefined ? PROJECT_ROOT : (stages.get(from)?.root ?? ''), place);
    const isInto = places.at(-1)?.endsWith('/') ?? false;
    // The asynchronous function takes several times as long for thousands of files.
    cpSync(source, isInto ? join(to, basename(place)) : to, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

async function runIn(stage: Stage, command: string): Promise<void> {
  const cwd = join(stage.root, stage.folder);
  if (command === 'npm ci') {
    // The same packages, installed here from the same lockfile.
    await symlink(join(PROJECT_ROOT, 'node_modules'), join(cwd, 'node_modules'));
  } else if (/^(npm|node) /.test(command)) {
    const [program = '', ...args] = command.split(' ');
    const env = { ...process.env, npm_config_prefer_offline: 'true' };
    await promisify(execFile)(program, args, { cwd, env });
  } else {
    stage.leftOut.push(command);
  }
}

const wordsOf = (instruction: Instruction): readonly string[] => {
  const text = instruction.getTextContent().slice(instruction.getInstruction().length);
  const json = /\[.*\]$/s.exec(text)?.[0];
  const before = json === undefined ? text : text.slice(0, -json.length);
  const words = before.split(/\s+/).filter(Boolean);
  return json === undefined ? words : [...words, ...(JSON.parse(json) as string[])];
};
