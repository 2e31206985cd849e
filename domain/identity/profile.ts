import { z } from 'zod';
import { isTimeZone } from '../kernel/dates.ts';
import { personForm } from './auth-calls.ts';

/** What a person says of themself; absent is left as it is, null takes away. */
export const profileForm = z.object({
  firstName: personForm.firstName.optional(),
  lastName: personForm.lastName.optional(),
  phone: personForm.phone.optional(),
  timeZone: z
    .string()
    .max(64, 'There is no such time zone.')
    .refine(isTimeZone, 'There is no such time zone.')
    .nullish(),
  theme: z.enum(['light', 'dark', 'system']).optional(),
});
