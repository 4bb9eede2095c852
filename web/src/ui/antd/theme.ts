/* How Ant Design looks like us. The reading route never imports this. */
import { type ThemeConfig, theme } from 'antd'
import { componentsOf } from './components.ts'
import type { Mode } from './palette.ts'
import { tokensOf } from './tokens.ts'

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never[]) => unknown>
/** darkAlgorithm mutes the seed colours (#5fc39a came out as #56a885 when rendered); this puts ours back. */
const exact =
  (algorithm: Algorithm): Algorithm =>
  (seed, map) => ({
    ...algorithm(seed, map),
    colorPrimary: seed.colorPrimary,
    colorSuccess: seed.colorSuccess,
    colorWarning: seed.colorWarning,
    colorError: seed.colorError,
    colorInfo: seed.colorInfo,
    colorLink: seed.colorLink,
    colorErrorText: seed.colorError,
    colorSuccessText: seed.colorSuccess,
    colorWarningText: seed.colorWarning,
  })

const build = (mode: Mode): ThemeConfig => ({
  algorithm: exact(mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm),
  cssVar: { prefix: 'sheaf' },
  hashed: false,
  token: tokensOf(mode),
  components: componentsOf(mode),
})

/** For a finger instead of a mouse: as in navigation.css. */
const withFinger = (given: ThemeConfig): ThemeConfig => ({
  ...given,
  token: { ...given.token, controlHeight: 44, controlHeightSM: 44 },
})

export const sheafTheme = { light: build('light'), dark: build('dark') }
export const fingerTheme = { light: withFinger(sheafTheme.light), dark: withFinger(sheafTheme.dark) }
