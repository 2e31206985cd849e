import { z } from 'zod';
import { seal, unseal } from '../../secret.ts';
import type { Secret } from '../../secret.ts';
import type { Device } from './cognito-device-proof.ts';

const deviceForm = z.strictObject({ key: z.string(), groupKey: z.string(), password: z.string() });
const deviceUse = 'cognito device';

/** What a browser keeps of its device: nothing that it or anybody else could read or change. */
export const sealDevice = (secret: Secret, device: Device): string =>
  seal(secret, deviceUse, JSON.stringify(device));

export function unsealDevice(secret: Secret, token: string | null): Device | null {
  const text = token === null ? null : unseal(secret, deviceUse, token);
  return text === null ? null : deviceForm.parse(JSON.parse(text));
}
