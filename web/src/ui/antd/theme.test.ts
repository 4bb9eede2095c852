import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { palette } from './palette.ts'

const css = readFileSync(new URL('../css/tokens.css', import.meta.url), 'utf8')
const plain = (name: string) => name.replace(/-/g, '').toLowerCase()
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\(([^,()]+(?:\([^)]*\))?),\s*([^,()]+(?:\([^)]*\))?)\);/g)].map(([, name, light, dark]) => [
    plain(name as string),
    { light: light as string, dark: dark as string },
  ]),
)
const names: Record<string, string> = {
  inverse: 'inkinverse',
  field: 'linefield',
  accentpress: 'accentpress',
  dangerhover: 'dangerfillhover',
}

test('Ant Design has the colours of tokens.css', () => {
  for (const mode of ['light', 'dark'] as const)
    for (const [name, value] of Object.entries(palette[mode])) {
      const token = tokens.get(names[plain(name)] ?? plain(name))
      if (value.startsWith('#') && token) expect(`${name} ${token[mode]}`).toBe(`${name} ${value}`)
    }
  expect(tokens.size).toBeGreaterThan(50)
})
