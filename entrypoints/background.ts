import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '../src/extension/background';
import { wallClock } from '../src/extension/clock';
import { DOCTOR_FILE, type DoctorScript } from '../src/extension/doctor-script';
import { createFetchImages } from '../src/extension/fetch-images';
import { createScriptLoader } from '../src/extension/script-loader';
import { SERVICE_FILE, type ServiceScript } from '../src/extension/service-script';
import { openSavingLibrary, removeLibrary } from '../src/library';

export default defineBackground(() => {
  const fetchImages = createFetchImages((url, init) => fetch(url, init));
  startBackground({
    browser,
    openLibrary: openSavingLibrary,
    removeLibrary,
    fetchImages,
    loadService: createScriptLoader<ServiceScript>(self, SERVICE_FILE),
    loadDoctor: createScriptLoader<DoctorScript>(self, DOCTOR_FILE),
    now: wallClock,
    onOnline: (listener) => self.addEventListener('online', listener),
  });
});
