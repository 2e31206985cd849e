import { createTheme, type Theme } from '@mui/material/styles';
import type { ThemeConfiguration } from './theme-configuration.ts';

/** Light and dark palettes are identical (Specification 9), so the mode only travels in the configuration. */
export const colours = {
  canvas: '#F8FAFC',
  surface: '#FFFFFF',
  text: '#1F2937',
  textQuiet: '#4B5563',
  border: '#E2E8F0',
  borderField: '#8792A2',
  link: '#1E5AA8',
  linkHover: '#174883',
  selected: '#EAF1FB',
  hover: '#F1F5F9',
  error: '#B42318',
  success: '#166534',
  warning: '#8A4B08',
} as const;

const floating = '0 8px 24px rgb(15 23 42 / 14%), 0 1px 3px rgb(15 23 42 / 10%)';
const focusRing = { outline: `2px solid ${colours.link}`, outlineOffset: 2 };

/**
 * Contained buttons are the one yellow button of a view; outlined are the others; text are quiet ones.
 * `color="error"` makes the verb of a dialog that takes something away.
 */
export function makeTheme(
  { fontFamily, borderRadius }: ThemeConfiguration,
  accent: { primary: string; hover: string; text: string },
): Theme {
  return createTheme({
    palette: {
      mode: 'light',
      primary: { main: accent.primary, dark: accent.hover, contrastText: accent.text },
      secondary: { main: colours.link, dark: colours.linkHover, contrastText: colours.surface },
      error: { main: colours.error },
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
          root: { minHeight: 36, padding: '6px 14px', lineHeight: 1.5, '&.Mui-focusVisible': focusRing },
          outlined: {
            color: colours.text,
            borderColor: '#D5DCE5',
            backgroundColor: colours.surface,
            '&:hover': { borderColor: colours.borderField, backgroundColor: colours.hover },
            '&.Mui-disabled': { color: '#6B7280', backgroundColor: colours.surface },
          },
          text: {
            color: colours.text,
            '&:hover': { backgroundColor: colours.hover },
            '&.Mui-disabled': { color: '#6B7280' },
          },
          contained: { '&.Mui-disabled': { backgroundColor: '#E5E9EF', color: '#5B6472' } },
          sizeSmall: { minHeight: 32, padding: '4px 10px', fontSize: 13 },
          sizeLarge: { minHeight: 44, padding: '10px 20px', fontSize: 14 },
          startIcon: { marginLeft: 0 },
        },
      },
      MuiIconButton: {
        styleOverrides: {
          root: {
            borderRadius,
            color: colours.text,
            '&:hover': { backgroundColor: colours.hover },
            '&.Mui-focusVisible': focusRing,
            '&[aria-pressed="true"]': { color: colours.link, backgroundColor: colours.selected },
          },
        },
      },
      MuiChip: {
        styleOverrides: {
          root: { borderRadius, backgroundColor: '#EEF2F7', color: colours.text },
          deleteIcon: { width: 16, height: 16, color: colours.textQuiet, '&:hover': { color: colours.text } },
        },
      },
      MuiPaper: {
        defaultProps: { elevation: 0 },
        styleOverrides: { root: { backgroundImage: 'none' } },
      },
      MuiDialog: {
        styleOverrides: {
          paper: { boxShadow: floating, margin: 16, '&.MuiDialog-paperFullScreen': { margin: 0 } },
        },
      },
      MuiDialogTitle: {
        styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '20px 24px 8px' } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
      MuiMenu: {
        styleOverrides: { paper: { border: `1px solid ${colours.border}`, boxShadow: floating } },
      },
      MuiPopover: {
        styleOverrides: { paper: { border: `1px solid ${colours.border}`, boxShadow: floating } },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: 36,
            fontSize: 14,
            '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: colours.selected },
            '&.Mui-focusVisible': {
              backgroundColor: colours.selected,
              outline: `2px solid ${colours.link}`,
              outlineOffset: -2,
            },
          },
        },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            backgroundColor: colours.surface,
            '&:hover:not(.Mui-disabled, .Mui-error) .MuiOutlinedInput-notchedOutline': {
              borderColor: colours.textQuiet,
            },
            '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: colours.link, borderWidth: 2 },
            '&.Mui-error.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: colours.error },
          },
          notchedOutline: { borderColor: colours.borderField },
          input: { '&::placeholder': { color: '#5B6472', opacity: 1 } },
        },
      },
      MuiInputLabel: {
        styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: colours.link } } },
      },
      MuiFormLabel: {
        styleOverrides: {
          root: { '&.Mui-focused:not(.Mui-error)': { color: colours.link } },
          asterisk: { color: colours.error },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, fontSize: 12 } } },
      MuiCheckbox: {
        defaultProps: { color: 'secondary' },
        styleOverrides: { root: { '&.Mui-focusVisible': { ...focusRing, outlineOffset: -6 } } },
      },
      MuiRadio: { defaultProps: { color: 'secondary' } },
      MuiSwitch: { defaultProps: { color: 'secondary' } },
      MuiTextField: { defaultProps: { size: 'small', color: 'secondary' } },
      MuiLinearProgress: { defaultProps: { color: 'secondary' } },
      MuiCircularProgress: { defaultProps: { color: 'secondary' } },
      MuiLink: { defaultProps: { color: 'secondary' } },
      MuiTooltip: {
        defaultProps: { arrow: true },
        styleOverrides: { tooltip: { backgroundColor: colours.text, fontSize: 12 } },
      },
    },
  });
}
