import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useRef } from 'react';
import { findLandmark } from '../../ui/find-landmark.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';

/** Flat beside a mouse, as high as a finger needs it on touch. */
export const toolSize = {
  height: 32,
  minHeight: 32,
  '@media (pointer: coarse)': { height: 44, minHeight: 44, minWidth: 44 },
} as const;

type ToolButtonProps = {
  label: string;
  icon: IconName;
  look?: 'text' | 'outlined' | 'contained';
  /** Why it cannot be done now; it can still be reached, and says so. */
  whyNot?: string | null;
  /** Its word stays where others are icons. */
  keepsWord?: boolean;
  onClick: () => void;
};

export function ToolButton({
  label,
  icon,
  look = 'text',
  whyNot = null,
  keepsWord = false,
  onClick,
}: ToolButtonProps) {
  const isNarrow = useMediaQuery('(width < 900px)');
  const shared = {
    'aria-disabled': whyNot === null ? undefined : true,
    onClick: () => {
      if (whyNot === null) onClick();
    },
  } as const;
  const button = useRef<HTMLButtonElement>(null);
  // MUI would hang the words on the body, outside of every landmark.
  const tooltip = { slotProps: { popper: { container: () => findLandmark(button.current) } } };
  const quiet = whyNot === null ? {} : { color: 'var(--rh-text-disabled)', cursor: 'default' };
  if (isNarrow && !keepsWord)
    return (
      <Tooltip {...tooltip} title={whyNot === null ? label : `${label}: ${whyNot}`}>
        <IconButton {...shared} ref={button} aria-label={label} sx={quiet}>
          <Icon name={icon} />
        </IconButton>
      </Tooltip>
    );
  const disabledLook =
    look === 'contained' && whyNot !== null
      ? { bgcolor: 'var(--rh-disabled)', '&:hover': { bgcolor: 'var(--rh-disabled)' } }
      : {};
  return (
    <Tooltip {...tooltip} title={whyNot ?? ''} describeChild>
      <Button
        {...shared}
        ref={button}
        variant={look}
        startIcon={isNarrow ? undefined : <Icon name={icon} />}
        sx={{ ...toolSize, whiteSpace: 'nowrap', ...quiet, ...disabledLook }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
