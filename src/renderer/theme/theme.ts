import {
  ActionIcon,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Input,
  Kbd,
  type MantineColorsTuple,
  Menu,
  Modal,
  NumberInput,
  Popover,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core'
import { palette } from './palette'

const px = (n: number) => `${n / 16}rem`

const ink: MantineColorsTuple = [
  '#eceefb',
  '#d5daf7',
  '#b3bcf3',
  '#a3afff',
  '#7384f7',
  '#5f71ee',
  '#4e60e0',
  '#3547c9',
  '#2a3ab0',
  '#1f2c88',
]
const stone: MantineColorsTuple = [
  '#f8f7f4',
  '#f5f4f0',
  '#e7e5de',
  '#d6d3ca',
  '#b5b2aa',
  '#96938b',
  '#6c685f',
  '#55524b',
  '#2a2927',
  '#181817',
]

/** The colours of palette.ts as variables `--cw-<role>`. Mantine's own variables refer to them. */
export const resolver: CSSVariablesResolver = () => {
  const own = (scheme: keyof typeof palette) =>
    Object.fromEntries(Object.entries(palette[scheme]).map(([role, value]) => [`--cw-${role}`, value]))
  const mantine = {
    '--mantine-color-body': 'var(--cw-surface)',
    '--mantine-color-text': 'var(--cw-text)',
    '--mantine-color-bright': 'var(--cw-text)',
    '--mantine-color-dimmed': 'var(--cw-text-3)',
    '--mantine-color-placeholder': 'var(--cw-text-3)',
    '--mantine-color-anchor': 'var(--cw-accent-text)',
    '--mantine-color-default': 'var(--cw-surface)',
    '--mantine-color-default-hover': 'var(--cw-hover)',
    '--mantine-color-default-color': 'var(--cw-text)',
    '--mantine-color-default-border': 'var(--cw-line-strong)',
    '--mantine-color-error': 'var(--cw-bad-fg)',
    '--mantine-primary-color-filled': 'var(--cw-accent)',
    '--mantine-primary-color-filled-hover': 'var(--cw-accent-hover)',
    '--mantine-primary-color-light': 'var(--cw-accent-soft)',
    '--mantine-primary-color-light-color': 'var(--cw-accent-text)',
    '--mantine-color-gray-outline': 'var(--cw-line-strong)',
  }
  return { variables: {}, light: { ...own('light'), ...mantine }, dark: { ...own('dark'), ...mantine } }
}

const night: MantineColorsTuple = [
  '#eceae5',
  '#b5b2aa',
  '#96938b',
  '#716e68',
  '#3a3936',
  '#292826',
  '#20201e',
  '#181817',
  '#141413',
  '#111110',
]

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, gray: stone, dark: night },
  autoContrast: false,
  cursorType: 'pointer',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: px(11), sm: px(13), md: px(14), lg: px(16), xl: px(20) },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.3' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: px(20), lineHeight: '28px' },
      h2: { fontSize: px(14), lineHeight: '20px' },
      h3: { fontSize: px(13), lineHeight: '18px' },
    },
  },
  spacing: { xs: px(4), sm: px(8), md: px(12), lg: px(16), xl: px(24) },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--cw-shadow)', lg: 'var(--cw-shadow)', xl: 'var(--cw-shadow)' },
  breakpoints: { xs: '40em', sm: '56em', md: '68em', lg: '80em', xl: '100em' },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_, { size }) => ({
        root:
          size === 'sm'
            ? { '--button-height': '30px', '--button-padding-x': '11px', '--button-fz': px(13) }
            : size === 'xs'
              ? { '--button-height': '24px', '--button-padding-x': '8px', '--button-fz': px(12) }
              : {},
      }),
      styles: { root: { fontWeight: 520 }, section: { marginInlineEnd: 6 } },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 26 } }),
    TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
    Textarea: Textarea.extend({ defaultProps: { size: 'sm' } }),
    NumberInput: NumberInput.extend({ defaultProps: { size: 'sm', hideControls: true } }),
    Select: Select.extend({
      defaultProps: {
        size: 'sm',
        allowDeselect: false,
        // Enter takes the first entry that fits what was typed.
        selectFirstOptionOnChange: true,
        checkIconPosition: 'right',
        comboboxProps: { shadow: 'md', transitionProps: { duration: 0 } },
      },
    }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs', radius: 'xs' } }),
    Switch: Switch.extend({ defaultProps: { size: 'sm', withThumbIndicator: false } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'sm', transitionDuration: 0 } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } }),
    Menu: Menu.extend({
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        position: 'bottom-end',
        transitionProps: { duration: 80 },
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        radius: 'lg',
        shadow: 'md',
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 100 },
      },
    }),
    Kbd: Kbd.extend({ defaultProps: { size: 'xs' } }),
    Input: Input.extend({
      vars: () => ({ wrapper: { '--input-height': '30px', '--input-fz': px(13), '--input-padding': '9px' } }),
    }),
  },
})
