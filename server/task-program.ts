// The program of the processes that do tasks for the server, so that neither a long task nor a crash
// affects it.
import { TASK_WORK } from './do-tasks';
import { answerTasks } from './processes/answer-tasks';

await answerTasks(TASK_WORK, new URL(import.meta.url));
