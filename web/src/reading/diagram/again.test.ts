// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { drawDiagrams } from './diagram.ts'

const drawn = vi.hoisted(() => [] as string[])
vi.mock('./draw.ts', () => ({
  draw: async (text: string) => {
    drawn.push(text)
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.textContent = 'AB'
    return svg
  },
}))

afterEach(() => {
  drawn.length = 0
})

it('does not draw a diagram twice for the same theme, and draws it from its source for another theme', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const element = document.createElement('pre')
  element.dataset['kind'] = 'mermaid'
  element.textContent = 'graph TD; A-->B'
  const first = new AbortController()
  drawDiagrams([element], 'en', first.signal)
  await vi.waitFor(() => expect(element.querySelector('svg')).toBeTruthy())
  first.abort()

  const second = new AbortController()
  drawDiagrams([element], 'en', second.signal)
  document.documentElement.dataset['theme'] = 'dark'
  await vi.waitFor(() => expect(drawn).toEqual(['graph TD; A-->B', 'graph TD; A-->B']))
  expect(element.className).toBe('')
  second.abort()
})

it.each([
  ['flow', `a=>operation: ${'('.repeat(3000)}`],
  ['sequence', `participant ${' as'.repeat(1000)}`],
  ['mindmap', `# ${'['.repeat(3000)}`],
  ['mermaid', `graph TD; A-->B;${'\n'.repeat(50_000)}`],
])('shows a %s diagram as text if drawing it could stop the tab', async (kind, source) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const element = document.createElement('pre')
  element.dataset['kind'] = kind
  element.textContent = source
  const shown = new AbortController()
  drawDiagrams([element], 'en', shown.signal)
  await vi.waitFor(() => expect(element.className).toBe('bad'))
  expect(element.querySelector('code')?.textContent).toBe(source)
  expect(drawn).toEqual([])
  shown.abort()
})

it('draws what is near first, the rest when the browser is idle, and a long diagram only near the window or on paper', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  let scrollTo = (_element: HTMLElement) => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[]) => void) {
        scrollTo = (target) => report([{ target, isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  const diagram = (source: string) => {
    const element = document.createElement('pre')
    element.dataset['kind'] = 'mermaid'
    element.textContent = source
    return element
  }
  const far = diagram('graph TD; far')
  const near = diagram('graph TD; near')
  const long = diagram(`graph TD; long${'\n'.repeat(4000)}`)
  const shown = new AbortController()
  drawDiagrams([long, far, near], 'en', shown.signal)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  expect(drawn).toEqual([])
  scrollTo(near)
  idle.shift()?.()
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  expect(drawn).toEqual(['graph TD; near'])
  idle.shift()?.()
  await vi.waitFor(() => expect(far.querySelector('svg')).toBeTruthy())
  expect(long.querySelector('svg')).toBeNull()
  scrollTo(long)
  await vi.waitFor(() => expect(long.querySelector('svg')).toBeTruthy())
  expect(idle).toEqual([])
  shown.abort()

  const paper = diagram(`graph TD; paper${'\n'.repeat(4000)}`)
  const printed = new AbortController()
  drawDiagrams([paper], 'en', printed.signal, true)
  await vi.waitFor(() => expect(paper.querySelector('svg')).toBeTruthy())
  printed.abort()
})
