import type { callDoctor } from './account/call-doctor';
import type { ScriptFile } from './script-loader';

/**
 * The program that looks at a connection, in a file of its own (entrypoints/doctor.ts): the service
 * script has it only when a person asks for it.
 */
export interface DoctorScript {
  readonly callDoctor: typeof callDoctor;
}

export type LoadDoctor = () => Promise<DoctorScript>;

export const DOCTOR_FILE: ScriptFile = { file: '/doctor.js', name: 'leafmarkDoctor' };
