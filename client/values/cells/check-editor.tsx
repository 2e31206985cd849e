import { isChecked } from '@rowhouse/domain/kernel/formats.ts';
import { useEffect, useImperativeHandle, useRef } from 'react';
import type { CellEditorProps } from '../../ui/grid/grid-column.ts';
import styles from './cell-editors.module.css';

export function CheckEditor({ value, label, required, describedBy, ref }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ read: () => String(input.current!.checked) }));
  useEffect(() => input.current!.focus({ preventScroll: true }), []);
  return (
    <span className={styles.box}>
      <input
        ref={input}
        type="checkbox"
        className="rh-checkbox"
        defaultChecked={isChecked(value)}
        aria-label={label}
        aria-required={required || undefined}
        aria-describedby={describedBy}
      />
    </span>
  );
}
