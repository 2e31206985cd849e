import { createTheme, type Theme } from '@mui/material/styles';
import type { ThemeConfiguration } from './theme-configuration.ts';

/** What MUI computes with: these must be colours, not names of them. The same as in theme.css, which theme.test.ts sees to. */
export const palettes = {
  light: {
    canvas: '#f8fafc',
    surface: '#ffffff',
    text: '#1f2937',
    textQuiet: '#4b5563',
    border: '#e2e8f0',
    link: '#1e5aa8',
    linkHover: '#174883',
    onLink: '#ffffff',
    error: '#b42318',
    success: '#166534',
    warning: '#8a4b08',
  },
  dark: {
    canvas: '#10161f',
    surface: '#18202c',
    text: '#e7ebf1',
    textQuiet: '#b3bdcb',
    border: '#2b3646',
    link: '#8fbcf7',
    linkHover: '#b5d3fb',
    onLink: '#10161f',
    error: '#fba59c',
    success: '#86d9a5',
    warning: '#f2c27c',
  },
} as const;

/** Within a landmark, as all of the page: MUI would hang it on the body. */
const findTooltipPlace = (): Element =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ??
  document.querySelector('main') ??
  document.body;

const floating = 'var(--rh-shadow-floating)';
/** What a finger hits: WCAG 2.5.5. */
const onTouch = { '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 } };
const focusRing = { outline: '2px solid var(--rh-link)', outlineOffset: 2 };

/**
 * Contained buttons are the one yellow button of a view; outlined are the others; text are quiet ones.
 * `color="error"` makes the verb of a dialog that takes something away.
 */
export function makeTheme(
  { mode, fontFamily, borderRadius }: ThemeConfiguration,
  accent: { primary: string; hover: string; text: string },
): Theme {
  const colours = palettes[mode];
  return createTheme({
    palette: {
      mode,
      primary: { main: accent.primary, dark: accent.hover, contrastText: accent.text },
      secondary: { main: colours.link, dark: colours.linkHover, contrastText: colours.onLink },
      error: { main: colours.error, contrastText: colours.onLink },
      success: { main: colours.success },
      warning: { main: colours.warning },
      info: { main: colours.link },
      text: { primary: colours.text, secondary: colours.textQuiet },
      divider: colours.border,
      background: { default: colours.canvas, paper: colours.surface },
    },
    shape: { borderRadius },
    spacing: 4,
    typography: {
      fontFamily: `'${fontFamily}', 'Helvetica Neue', Arial, sans-serif`,
      fontSize: 14,
      h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.5 },
      body1: { fontSize: 14 },
      body2: { fontSize: 13 },
      caption: { fontSize: 12 },
      button: { fontSize: 14, fontWeight: 500, textTransform: 'none' },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { variant: 'outlined', disableElevation: true },
        styleOverrides: {
          root: {
            minHeight: 36,
            padding: '6px 14px',
            lineHeight: 1.5,
            '&.Mui-focusVisible': focusRing,
            ...onTouch,
          },
          outlined: {
            color: 'var(--rh-text)',
            borderColor: 'var(--rh-border-strong)',
            backgroundColor: 'var(--rh-surface)',
            '&:hover': { borderColor: 'var(--rh-border-field)', backgroundColor: 'var(--rh-hover)' },
            '&.Mui-disabled': { color: 'var(--rh-text-disabled)', backgroundColor: 'var(--rh-surface)' },
          },
          text: {
            color: 'var(--rh-text)',
            '&:hover': { backgroundColor: 'var(--rh-hover)' },
            '&.Mui-disabled': { color: 'var(--rh-text-disabled)' },
          },
          contained: {
            '&.Mui-disabled': { backgroundColor: 'var(--rh-disabled)', color: 'var(--rh-text-faint)' },
          },
          sizeSmall: { minHeight: 32, padding: '4px 10px', fontSize: 13, ...onTouch },
          sizeLarge: { minHeight: 44, padding: '10px 20px', fontSize: 14 },
          startIcon: { marginLeft: 0 },
        },
      },
      MuiIconButton: {
        styleOverrides: {
          root: {
            borderRadius,
            color: 'var(--rh-text)',
            '&:hover': { backgroundColor: 'var(--rh-hover)' },
            '&.Mui-focusVisible': focusRing,
            '&[aria-pressed="true"]': { color: 'var(--rh-link)', backgroundColor: 'var(--rh-selected)' },
            ...onTouch,
          },
        },
      },
      MuiChip: {
        styleOverrides: {
          root: { borderRadius, backgroundColor: 'var(--rh-neutral)', color: 'var(--rh-text)' },
          deleteIcon: {
            width: 16,
            height: 16,
            color: 'var(--rh-text-quiet)',
            '&:hover': { color: 'var(--rh-text)' },
          },
        },
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' } },
      },
      MuiDialog: {
        styleOverrides: {
          paper: {
            boxShadow: floating,
            margin: 16,
            // As wide as its margins let it be; it keeps twice as much by itself, and a phone has none to give away.
            '&.MuiDialog-paperFullWidth:not(.MuiDialog-paperFullScreen)': { width: 'calc(100% - 32px)' },
            '&.MuiDialog-paperFullScreen': { margin: 0 },
          },
        },
      },
      MuiDialogTitle: {
        styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '20px 24px 8px' } },
      },
      MuiDialogActions: {
        // Buttons whose words need two lines are as high as the others.
        styleOverrides: {
          root: { padding: '12px 24px 20px', gap: 8, alignItems: 'stretch', '& > *': { marginBlock: 0 } },
        },
      },
      MuiMenu: {
        styleOverrides: { paper: { border: '1px solid var(--rh-border)', boxShadow: floating } },
      },
      MuiPopover: {
        styleOverrides: { paper: { border: '1px solid var(--rh-border)', boxShadow: floating } },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: 36,
            fontSize: 14,
            ...onTouch,
            '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--rh-selected)' },
            '&.Mui-focusVisible': {
              backgroundColor: 'var(--rh-selected)',
              outline: '2px solid var(--rh-link)',
              outlineOffset: -2,
            },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            backgroundColor: 'var(--rh-surface)',
            '&:hover:not(.Mui-disabled, .Mui-error) .MuiOutlinedInput-notchedOutline': {
              borderColor: 'var(--rh-text-quiet)',
            },
            '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
              borderColor: 'var(--rh-link)',
              borderWidth: 2,
            },
            '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--rh-error)' },
          },
          notchedOutline: { borderColor: 'var(--rh-border-field)' },
          input: { '&::placeholder': { color: 'var(--rh-text-faint)', opacity: 1 } },
        },
      },
      MuiInputLabel: {
        styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: 'var(--rh-link)' } } },
      },
      MuiFormLabel: {
        styleOverrides: {
          root: { '&.Mui-focused:not(.Mui-error)': { color: 'var(--rh-link)' } },
          asterisk: { color: 'var(--rh-error)' },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, fontSize: 12 } } },
      MuiCheckbox: {
        defaultProps: { color: 'secondary' },
        styleOverrides: { root: { '&.Mui-focusVisible': { ...focusRing, outlineOffset: -6 }, ...onTouch } },
      },
      MuiRadio: { defaultProps: { color: 'secondary' } },
      MuiSwitch: { defaultProps: { color: 'secondary' } },
      MuiTextField: { defaultProps: { size: 'small', color: 'secondary' } },
      MuiLinearProgress: { defaultProps: { color: 'secondary' } },
      MuiCircularProgress: { defaultProps: { color: 'secondary' } },
      MuiLink: { defaultProps: { color: 'secondary' } },
      MuiTooltip: {
        defaultProps: {
          arrow: true,
          // Fixed: what it stands in may scroll, and must not grow by it.
          slotProps: { popper: { container: findTooltipPlace, popperOptions: { strategy: 'fixed' } } },
        },
        styleOverrides: {
          tooltip: { backgroundColor: 'var(--rh-ink)', color: 'var(--rh-on-ink)', fontSize: 12 },
          arrow: { color: 'var(--rh-ink)' },
        },
      },
    },
  });
}
