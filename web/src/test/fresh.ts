import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

/** jsdom has no layout, so no element ever changes its size. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/*
 * Tests of screens share a window and the loaded packages, because loading React again takes longer than most tests. Each test file
 * loads the code of this repository again. What a file leaves in the window is removed, so that each file starts clean.
 */
const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, descriptor]) => descriptor.configurable)

afterAll(() => {
  // Components that stay mounted would go on working without what their file has replaced.
  cleanup()
  vi.useRealTimers()
  vi.resetModules()
  for (const name of Object.keys(globalThis)) if (!globals.some(([known]) => known === name)) Reflect.deleteProperty(globalThis, name)
  for (const [name, descriptor] of globals) Object.defineProperty(globalThis, name, descriptor)
  for (const store of [localStorage, sessionStorage]) store.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test sets cookies like this
  for (const one of document.cookie.split('; ')) document.cookie = `${one.split('=')[0]}=; path=/; max-age=0`
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  document.title = ''
})
