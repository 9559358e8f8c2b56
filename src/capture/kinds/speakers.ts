import { type Box, walkBoxes } from '../clean/boxes';
import { lineOf } from '../normal-text';
import { keyOfBox } from './survey';

/** Words for those who speak in a chat between a person and a program, in texts and in names. */
const ROLE = /(?:^|[\s_-])(you|user|human|assistant|bot|ai|model)(?=$|[\s_-])/i;
/** In UTF-16 code units. */
const MAX_SPEAKER_NAME_LENGTH = 40;
const SAID_AFTER_NAME = /(?: said)?:$/;
/** Elements that each hold the next one, from that of a post inwards. */
const MAX_POST_LEVELS = 6;

/** Returns a name without `said:` after it. */
export const nameOfSpeaker = (line: string): string => line.replace(SAID_AFTER_NAME, '');

/** True for the name of a role, such as `You` and `Assistant`. */
export const isRole = (name: string): boolean => ROLE.exec(name)?.[1]?.length === name.length;

/** Returns who speaks, by the first words or the portrait of a post, or by the names of its boxes. */
export function speakerOf(whole: Element): string | null {
  let box: Element | null = whole;
  for (let level = 0; box !== null && level < MAX_POST_LEVELS; level += 1) {
    const line = box.getAttribute('alt') ?? lineOf(box);
    if (line !== '' && line.length <= MAX_SPEAKER_NAME_LENGTH) return nameOfSpeaker(line);
    const role = ROLE.exec(`${box.localName} ${box.getAttribute('class')}`)?.[1];
    if (role) return role;
    box = box.firstElementChild;
  }
  return null;
}

/** Returns the children of each box that two templates have made by turns. */
export function turnsIn(root: Box): readonly (readonly Box[])[] {
  const groups: Box[][] = [];
  walkBoxes(root, ({ children }) => {
    const shown = children.filter(({ letters }) => letters > 0);
    const keys = shown.map(keyOfBox);
    if (keys.length < 2 || keys[0] === keys[1] || keys.some((key, at) => key !== keys[at % 2]))
      return;
    const two = shown.slice(0, 2).map(({ element }) => speakerOf(element) ?? '');
    if (!two.includes('') && two.some(isRole)) groups.push(shown);
  });
  return groups;
}
