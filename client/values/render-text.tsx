// What a cell shows beyond its text. It runs for every cell that scrolls by: static classes, no hooks, no MUI.
import styles from './rendered.module.css';
import type { ValueField } from './value-field.ts';
import type { Render } from './value-view.ts';
import { viewOf } from './views.ts';

const nothing = (
  <span className={styles.nothing} aria-hidden="true">
    –
  </span>
);

export function renderText(field: ValueField): Render {
  const render = viewOf(field.dataType).render(field);
  return (text) => {
    if (text === '') return nothing;
    return render ? render(text) : text;
  };
}
