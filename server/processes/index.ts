// Processes: programs that run beside the server, so that a crash of one does not affect the server.
// begin-program.ts is for the programs themselves and imports nothing of the server.

export { EndedEarly, type ProgramOptions, ProgramProcess } from './program-process';
