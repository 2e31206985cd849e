import { withCurrency } from '@rowhouse/domain/fields/rules.ts';
import { findHref } from '@rowhouse/domain/kernel/formats.ts';
import { showProperty, type PropertyReading } from '@rowhouse/domain/objects/display.ts';
import {
  enabledProperties,
  propertyType,
  type ObjectProperty,
} from '@rowhouse/domain/objects/object-property.ts';
import type { PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import type { ReactNode } from 'react';
import styles from './object-panel.module.css';

type ObjectViewProps = {
  properties: readonly ObjectProperty[];
  values: PropertyValues;
  reading: PropertyReading;
};

/** The properties in their order, each as its type reads. */
export function ObjectView({ properties, values, reading }: ObjectViewProps) {
  const shown = enabledProperties(properties);
  if (shown.length === 0) return <p className={styles.quiet}>This object has no properties.</p>;
  return (
    <dl className={styles.properties}>
      {shown.map((property) => (
        <div key={property.id}>
          <dt className={styles.name}>{withCurrency(property.name, property.currency)}</dt>
          <dd className={styles.value}>{shownValue(property, values.get(property.id), reading)}</dd>
        </div>
      ))}
    </dl>
  );
}

function shownValue(
  property: ObjectProperty,
  value: string | undefined,
  reading: PropertyReading,
): ReactNode {
  const text = showProperty(property, value, reading);
  if (text === '') return <span className={styles.quiet}>Empty</span>;
  const href = propertyType(property) === 'url' ? findHref(text) : null;
  if (href === null) return text;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}
