// Processes: programs of ours that work beside the server, so that what takes one down takes nothing
// else. What such a program does first is in begin-program.ts, which has nothing of the server in it.

export { EndedEarly, type ProgramOptions, ProgramProcess } from './program-process';
