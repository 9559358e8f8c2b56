const [SAMPLES_PER_SECOND, SECONDS] = [8000, 10];
const WAVE_HEADER_BYTES = 44;

/** In Hz: lower than loudspeakers play. */
const PITCH = 20;
/** Of 32,767. Firefox takes 4 for silence, which gets no controls. */
const AMPLITUDE = 16;

/** A sound that nobody hears. Android gives no controls to one of less than five seconds. */
function quietWave(): Blob {
  const count = SAMPLES_PER_SECOND * SECONDS;
  const view = new DataView(new ArrayBuffer(WAVE_HEADER_BYTES + 2 * count));
  const write = (at: number, text: string) => {
    for (const [nth, character] of [...text].entries()) {
      view.setUint8(at + nth, character.charCodeAt(0));
    }
  };
  write(0, 'RIFF');
  view.setUint32(4, WAVE_HEADER_BYTES - 8 + 2 * count, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_PER_SECOND, true);
  view.setUint32(28, 2 * SAMPLES_PER_SECOND, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, 2 * count, true);
  for (let nth = 0; nth < count; nth += 1) {
    const angle = (2 * Math.PI * PITCH * nth) / SAMPLES_PER_SECOND;
    view.setInt16(WAVE_HEADER_BYTES + 2 * nth, Math.round(AMPLITUDE * Math.sin(angle)), true);
  }
  return new Blob([view], { type: 'audio/wav' });
}

/** Plays a sound that nobody hears while a voice speaks, because voices are no sound to browsers. */
export function createQuietSound() {
  let element: HTMLAudioElement | null = null;
  return {
    play(isOn: boolean) {
      if (isOn && element === null) {
        element = new Audio(URL.createObjectURL(quietWave()));
        element.loop = true;
      }
      // Without it, only the controls of the system are missing.
      if (isOn) void element?.play()?.catch(() => {});
      else element?.pause();
    },
    dispose() {
      if (element === null) return;
      element.pause();
      URL.revokeObjectURL(element.src);
      element = null;
    },
  };
}
