import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's package has no start script that works everywhere, so the JAR is started directly. */
const JAR = '/usr/share/java/epubcheck.jar';
/** The run is too short for optimising compilation to pay off. */
const IN_HASTE = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const [PROGRAM = '', ...ARGUMENTS] = existsSync(JAR)
  ? ['java', ...IN_HASTE, '-jar', JAR]
  : ['epubcheck'];

/** Returns the messages of epubcheck about a book. It takes seconds because it starts Java. */
export async function epubcheck(book: Uint8Array): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leafmark-epub-'));
  try {
    const path = join(folder, 'book.epub');
    await writeFile(path, book);
    return await check(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function check(path: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    execFile(PROGRAM, [...ARGUMENTS, path], { maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      const complaints = `${stdout}\n${stderr}`
        .split('\n')
        .filter((line) => /^(?:FATAL|ERROR|WARNING)/.test(line))
        .map((line) => line.replaceAll(path, ''));
      // epubcheck exits with an error if it has found a problem, which it also prints.
      if (error && complaints.length === 0) reject(error);
      else resolve(complaints);
    });
  });
}
