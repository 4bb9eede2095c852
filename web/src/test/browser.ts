import { vi } from 'vitest'

/* What jsdom lacks. Tests of screens that ask for the width of the window import this file first. */
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
}))
