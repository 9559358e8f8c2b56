export { ADDRESS_DIFFERENCES, type AddressDifference, addressForm } from './address-form';
export { chooseKept, goesWithText, type DuplicateGroup, groupDuplicates } from './group-duplicates';
export { createDuplicateKeys, type DuplicateKeys } from './duplicate-keys';
export { type ArticleFacts, type DuplicateMember, type DuplicateReason, examine, type Likeness, likeness, isLonger } from './likeness';
