import '@testing-library/jest-dom/vitest'
import { afterAll, vi } from 'vitest'

/*
 * Tests of screens share a window and the packages in it, for reading React anew takes longer than most of them. Our own
 * code is read anew by each file, and what a file leaves in the window is taken away, so that each begins as the first one did.
 */
const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, given]) => given.configurable)

afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
  for (const name of Object.keys(globalThis)) if (!globals.some(([known]) => known === name)) Reflect.deleteProperty(globalThis, name)
  for (const [name, given] of globals) Object.defineProperty(globalThis, name, given)
  for (const store of [localStorage, sessionStorage]) store.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: it is how they were set
  for (const one of document.cookie.split('; ')) document.cookie = `${one.split('=')[0]}=; path=/; max-age=0`
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  document.title = ''
})
