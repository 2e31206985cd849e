// Why a record did not arrive. Each company is told in words of its own: nothing of the other's but what the mapping carries.
import type { Untranslated } from './content.ts';
import { mostCarriedFiles } from './limits.ts';

export const recordGone = 'The record is deleted, or out of sight of the person who offered the mapping.';
export const mappingOff = 'The mapping is switched off.';
export const mappingEmpty = 'The mapping was not offered yet.';
export const targetGone = (target: string): string => `${target} is disabled, and takes nothing.`;
export const targetDeclined = (target: string): string => `${target} has declined the mapping.`;
export const waitsForApproval = (target: string): string => `Waits for ${target} to approve the mapping.`;
export const offererGone =
  'The person who offered the mapping is no longer in this company. Save the mapping in your own name.';
export const approverGone = (target: string): string =>
  `The person who approved the mapping is no longer at ${target}. Somebody there has to approve it again.`;
export const targetHasIt = (target: string): string =>
  `${target} has this record already. A record is sent once, and what becomes of it there is theirs.`;
export const targetRefused = (target: string): string =>
  `${target} could not take the record. Its administrators see why.`;
/** Of the source: its people know the field and the file. */
export const fileGone = (field: string, file: string): string =>
  `${field}: ${file} can no longer be opened. Take it out of the record, or put it in again.`;
export const tooManyCarried = `The record has more files than the ${mostCarriedFiles} that can go along.`;
export const technicalFailure = 'It could not be delivered for a technical reason.';

export const storageFailure =
  'It could not be delivered, because the file storage does not give or take the files.';

export const sayUntranslated = {
  toSource: ({ item, value }: Untranslated, target: string): string =>
    `${item.name}: ${value} has no counterpart at ${target}.`,
  toTarget: ({ item, value, field }: Untranslated): string =>
    `${item.name}: ${value} has no counterpart in ${field}.`,
};
