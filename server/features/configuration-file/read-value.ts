import { readChoiceName } from '@rowhouse/domain/configuration-file/read-field-name.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { meansCurrentUser } from '@rowhouse/domain/values/choice.ts';
import { findChoice } from './named-fields.ts';
import type { NamedField } from './named-fields.ts';
import { missing } from './step.ts';

/** What a condition of the file names, as the id of the choice here. */
export function readValue(place: string, written: string, { choices, written: field }: NamedField): string {
  const known = choices();
  if (known === 'FREE' || meansCurrentUser(written)) return written;
  const name = readChoiceName(written);
  const found = known === 'UNNAMED' ? 'NONE' : findChoice(known, name);
  if (found === 'NONE') throw missing(place, `value of ${field.replace(/^@/, '')}`, name);
  if (found === 'SEVERAL')
    throw invalid(
      `${place}: more than one value of ${field.replace(/^@/, '')} is called “${name}” here. Nothing was changed.`,
      'text',
    );
  return String(found.id);
}
