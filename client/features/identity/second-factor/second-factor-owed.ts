// The gate of Specification 2: who has no second factor sets one up before anything else, unless it was put off in
// this session.
import { readStored, removeStored, writeStored } from '../../../platform/storage/local-storage.ts';

export const isSecondFactorOwed = (): boolean =>
  readStored('associateSoftwareToken') === 'true' && readStored('shouldSkipSetupMFA') !== 'true';

export function oweSecondFactor(): void {
  writeStored('associateSoftwareToken', 'true');
  removeStored('shouldSkipSetupMFA');
}

export function putOffSecondFactor(): void {
  writeStored('shouldSkipSetupMFA', 'true');
}

export function settleSecondFactor(): void {
  removeStored('associateSoftwareToken');
  removeStored('shouldSkipSetupMFA');
}
