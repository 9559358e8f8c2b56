import process from 'node:process';
import { standBack } from './stand-back';

/** What a program does first that `ProgramProcess` runs: it ends with the server, and by nobody else. */
export async function beginProgram(): Promise<void> {
  // There is nobody left to work for.
  process.on('disconnect', () => process.exit());
  // Terminals and supervisors tell every process of a service: it is the server that ends this one.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  await standBack();
}
