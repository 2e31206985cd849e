import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Icon } from '../../../ui/icons.tsx';
import { Tip } from '../../../ui/tip.tsx';
import styles from './action-button.module.css';
import { askWhyAction } from '../ask-why-of.ts';
import type { GridAction, GridActionContext } from './grid-actions.ts';

type ActionButtonProps = {
  action: GridAction;
  context: GridActionContext;
  /** 'icon': the label is spoken and in the tooltip; 'word': as an icon of the row of tools, with its label. */
  look: 'icon' | 'word' | 'text' | 'primary';
};

export const iconOf = (action: GridAction, context: GridActionContext) =>
  typeof action.icon === 'string' ? action.icon : action.icon(context);

/** A disabled action can still be reached, and says why. */
export function ActionButton({ action, context, look }: ActionButtonProps) {
  if (action.isOffered?.(context) === false) return null;
  const label = action.label(context);
  const reason = action.whyNot?.(context) ?? null;
  const icon = <Icon name={iconOf(action, context)} />;
  const shared = {
    'aria-disabled': reason === null ? undefined : true,
    'aria-pressed': action.isOn?.(context),
    onClick: () => {
      if (reason === null) action.run(context);
      else if (action.takes !== undefined && !context.grants.has(action.takes))
        askWhyAction(context.recordTypeId, label, action.takes);
    },
  } as const;
  const quiet = reason === null ? undefined : { color: 'var(--rh-text-disabled)', cursor: 'default' };
  if (look === 'icon')
    return (
      <Tip title={reason === null ? label : `${label}: ${reason}`}>
        <IconButton {...shared} aria-label={label} sx={quiet}>
          {icon}
        </IconButton>
      </Tip>
    );
  const isPrimary = look === 'primary';
  const disabledLook = isPrimary
    ? { bgcolor: 'var(--rh-disabled)', '&:hover': { bgcolor: 'var(--rh-disabled)' } }
    : {};
  return (
    <Tip title={reason ?? ''} describeChild>
      <Button
        {...shared}
        variant={isPrimary ? 'contained' : 'text'}
        className={isPrimary ? styles.primary : look === 'word' ? styles.word : undefined}
        startIcon={icon}
        sx={reason === null ? undefined : { ...quiet, ...disabledLook }}
      >
        <span className={isPrimary ? styles.label : undefined}>{label}</span>
      </Button>
    </Tip>
  );
}
