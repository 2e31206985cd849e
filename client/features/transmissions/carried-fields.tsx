import type { FieldAbsence } from '@rowhouse/domain/contract.generated.ts';
import { sayAbsence } from '@rowhouse/domain/transmissions/absent-field.ts';
import { isFile } from '@rowhouse/domain/transmissions/rules.ts';
import type { TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import { LabelledCheckbox } from '../../ui/labelled-checkbox.tsx';
import styles from './transmissions.module.css';

type CarriedFieldsProps = {
  fields: readonly TransmissionField[];
  chosen: readonly string[];
  /** Of those that were offered, the ones that are switched off or deleted since. */
  absent: readonly { readonly key: string; readonly name: string; readonly absence: FieldAbsence }[];
  /** Of those that were offered, which the target puts somewhere; null while nothing was. */
  taken: ReadonlySet<string> | null;
  target: string;
  fault: string | null;
  onChange: (chosen: readonly string[]) => void;
};

/** Source and target side by side: what is sent, and whether it is taken over there. */
export function CarriedFields({
  fields,
  chosen,
  absent,
  taken,
  target,
  fault,
  onChange,
}: CarriedFieldsProps) {
  const known = new Set(chosen);
  const toggle = (key: string) =>
    onChange(known.has(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <fieldset className={styles.part}>
      <legend>What is sent</legend>
      <p className={styles.quiet}>
        {`Where it goes is chosen by ${target}: what has a place there is taken. It sees the names and the choices of these fields, and of no others.`}
      </p>
      {fields.some((field) => known.has(field.key) && isFile(field)) && (
        <p className={styles.quiet}>
          {`Files go along as copies that belong to ${target}: they stay there whatever becomes of yours, and who sees them is decided there.`}
        </p>
      )}
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <ul className={styles.carried}>
        {fields.map(({ key, name, lineType }) => (
          <li key={key}>
            <LabelledCheckbox
              label={lineType === null ? name : `${lineType}: ${name}`}
              checked={known.has(key)}
              onChange={() => toggle(key)}
            />
            <span className={styles.quiet}>{known.has(key) && sayTaken(key, taken)}</span>
          </li>
        ))}
        {absent.map(({ key, name, absence }) => (
          <li key={key}>
            <LabelledCheckbox label={name} checked={known.has(key)} onChange={() => toggle(key)} />
            <span className={styles.quiet}>{`${sayAbsence[absence]}, not sent`}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function sayTaken(key: string, taken: ReadonlySet<string> | null): string {
  if (taken === null || taken.size === 0) return 'to be chosen';
  return taken.has(key) ? 'taken' : 'not taken';
}
