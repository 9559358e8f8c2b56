import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's package has no program that runs everywhere, but this. */
const JAR = '/usr/share/java/epubcheck.jar';
/** It is over before the time pays off that Java would take to compile it well. */
const IN_HASTE = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const [PROGRAM = '', ...ARGUMENTS] = existsSync(JAR)
  ? ['java', ...IN_HASTE, '-jar', JAR]
  : ['epubcheck'];

/** What epubcheck has against a book; empty when it has nothing. Takes seconds: it is Java. */
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
      // It fails when it has found something; then it also says what.
      if (error && complaints.length === 0) reject(error);
      else resolve(complaints);
    });
  });
}
