import { phoneReading } from '@rowhouse/domain/values/read-phone.ts';
import { Suspense, useId } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import styles from './phone-field.module.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const PhoneInput = lazyPart(async () => ({
  default: (await import('../../../ui/inputs/phone-input.tsx')).PhoneInput,
}));

type PhoneFieldProps = {
  /** As it is stored, or as it was typed where it is no phone yet; '' for none. */
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
  /** Among the fields of a page inside, which are lower and have quieter labels than those at the door. */
  inside?: boolean;
};

export function PhoneField({ value, onChange, fault, inside = false }: PhoneFieldProps) {
  const id = useId();
  const faultId = useId();
  return (
    <div>
      <label htmlFor={id} className={inside ? styles.insideLabel : styles.label}>
        Phone<span className={styles.quiet}> (optional)</span>
      </label>
      <div className={styles.phone} data-inside={inside || undefined}>
        <Suspense>
          <PhoneInput
            id={id}
            name="phone"
            label="Phone"
            tall={!inside}
            autoComplete="tel-national"
            value={value}
            onChange={onChange}
            reading={phoneReading}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : faultId}
          />
        </Suspense>
      </div>
      <div role="alert">
        {fault !== undefined && (
          <p id={faultId} className={styles.fault}>
            <Icon name="close" size={16} />
            <span>{fault}</span>
          </p>
        )}
      </div>
    </div>
  );
}
