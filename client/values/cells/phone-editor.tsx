import { phoneReading } from '@rowhouse/domain/values/read-phone.ts';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import { CellPopover } from '../../ui/grid/cell-popover.tsx';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import { PhoneInput } from '../../ui/inputs/phone-input.tsx';
import styles from './cell-editors.module.css';

/** A country and a number: Shift+Tab leads from the number to the country. */
export function PhoneEditor({ value, typed, label, required, describedBy, ref }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [phone, setPhone] = useState(() =>
    typed === '' ? value : phoneReading.read(typed, phoneReading.parts(value)?.countryCode),
  );
  useImperativeHandle(ref, () => ({ read: () => phone }));
  useEffect(() => {
    input.current!.focus({ preventScroll: true });
    if (typed === '') input.current!.select();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const isInNumber = event.target === input.current;
    // Between its two parts Tab is the browser's.
    if (event.key === 'Tab' && isInNumber === event.shiftKey) event.stopPropagation();
  }

  return (
    <CellPopover side="over" className={styles.phone} onKeyDown={onKeyDown}>
      <PhoneInput
        ref={input}
        label={label}
        aria-label={label}
        aria-required={required || undefined}
        aria-describedby={describedBy}
        value={phone}
        onChange={setPhone}
        reading={phoneReading}
      />
    </CellPopover>
  );
}
