import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { callDoctor } from '../src/extension/account/call-doctor';
import { DOCTOR_FILE, type DoctorScript } from '../src/extension/doctor-script';
import { leaveScript } from '../src/extension/script-loader';

/** Run in the background when a person asks how a connection is. */
export default defineUnlistedScript(() => {
  leaveScript(DOCTOR_FILE, { callDoctor } satisfies DoctorScript);
});
