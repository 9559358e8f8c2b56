export { ADDRESS_DIFFERENCES, type AddressDifference, addressForm } from './address-form';
export { createDuplicateKeys, type DuplicateKeys } from './duplicate-keys';
export {
  chooseKept,
  type DuplicateGroup,
  groupDuplicates,
  losesLongerText,
} from './group-duplicates';
export {
  type ArticleFacts,
  type DuplicateMember,
  type DuplicateReason,
  examine,
  isLonger,
  type Likeness,
  likeness,
  MANY_WORDS,
} from './likeness';
export { createSketchSet, resembles, sketchText, type TextSketch } from './text-sketch';
