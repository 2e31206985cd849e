import { CheckEditor } from './cells/check-editor.tsx';
import { chip } from './choice.tsx';
import { lateInput } from './late-inputs.ts';
import styles from './rendered.module.css';
import { widestColumn, type Render, type ValueView } from './value-view.ts';

const box: Render = (text) => (
  <span className={text === 'Yes' ? styles.checked : styles.unchecked} role="img" aria-label={text} />
);

export const checkView: ValueView = {
  FormEditor: lateInput(({ CheckForm }) => CheckForm),
  CellEditor: (props) => <CheckEditor {...props} />,
  FilterEditor: null,
  FilterListEditor: null,
  // Whether a record is there reads Active or Deleted.
  render: ({ key }) => (key === 'enabled' ? chip : box),
  kind: 'text',
  width: 96,
  widest: widestColumn,
};
