export { ADDRESS_DIFFERENCES, type AddressDifference, addressForm } from './address-form';
export { chooseKept, goesWithText } from './choose-kept';
export { createDuplicateKeys, type DuplicateKeys } from './duplicate-keys';
export { type DuplicateGroup, groupDuplicates } from './group-duplicates';
export {
  type ArticleFacts,
  type DuplicateMember,
  type DuplicateReason,
  examine,
  type Likeness,
  likeness,
} from './likeness';
export { isLonger } from './longer';
