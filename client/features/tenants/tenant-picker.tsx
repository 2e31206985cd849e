// A listbox that is steered from its search field, as the W3C combobox pattern has it: the field keeps the
// focus, arrows move the choice, and what is chosen stays chosen while the list is narrowed.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { findTenants, type TenantChoice } from './find-tenants.ts';
import { TenantBadge } from './tenant-badge.tsx';
import styles from './tenant-picker.module.css';

type TenantPickerProps = {
  tenants: readonly TenantChoice[];
  currentTenantId: string | null;
  chosen: TenantChoice | null;
  onChoose: (tenant: TenantChoice) => void;
  /** Enter on the chosen tenant. */
  onEnter: () => void;
};

export function TenantPicker({ tenants, currentTenantId, chosen, onChoose, onEnter }: TenantPickerProps) {
  const [sought, setSought] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = findTenants(tenants, { sought, currentTenantId });
  const activeIndex = found.findIndex(({ id }) => id === active);
  const optionId = (tenant: TenantChoice) => `${listId}-${tenant.id}`;

  useEffect(() => {
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    const last = found.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: Math.min(activeIndex + 1, last),
      ArrowUp: Math.max(activeIndex - 1, 0),
      PageDown: Math.min(activeIndex + 6, last),
      PageUp: Math.max(activeIndex - 6, 0),
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(found[step]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const tenant = found[activeIndex];
      if (tenant !== undefined && tenant.id !== chosen?.id) onChoose(tenant);
      else if (chosen !== null) onEnter();
    } else if (event.key === 'Escape' && sought !== '') {
      event.preventDefault();
      setSought('');
    }
  }

  return (
    <div>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label="Find by name or address"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found[activeIndex] === undefined ? undefined : optionId(found[activeIndex])}
          placeholder="Find by name or address"
          autoComplete="off"
          spellCheck={false}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} className={styles.box}>
        <div id={listId} role="listbox" aria-label="Companies">
          {found.map((tenant) => (
            // The field above holds the focus and the keys; an option takes only the pointer.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- see the line above
            <div
              key={tenant.id}
              id={optionId(tenant)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen?.id === tenant.id}
              data-active={active === tenant.id}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                setActive(tenant.id);
                onChoose(tenant);
              }}
              onDoubleClick={onEnter}
            >
              <TenantBadge name={tenant.name} accent={tenant.accent ?? null} logo={tenant.logo ?? null} />
              <span className={styles.words}>
                <span className={styles.name}>{tenant.name}</span>
                <span className={styles.url}>/{tenant.url}</span>
                {tenant.note !== undefined && <span className={styles.note}>{tenant.note}</span>}
              </span>
              {chosen?.id === tenant.id && <Icon name="check" />}
            </div>
          ))}
        </div>
        <p role="status" className={found.length === 0 ? styles.none : 'rh-visually-hidden'}>
          {found.length === 0
            ? 'No tenants found'
            : `${found.length} ${found.length === 1 ? 'company' : 'companies'}`}
        </p>
      </div>
    </div>
  );
}
