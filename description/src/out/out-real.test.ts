import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type PartWords, withWords } from '../fence/words.ts'
import { descriptionOf } from '../openapi/openapi.ts'
import { type Part, readParts } from '../parts/parts.ts'
import { type WordedPart, wordedText, wordsOverlay } from './out.ts'
import { applyOverlay } from './test/overlay.ts'
import { pathsOf } from './test/paths.ts'

const data = fileURLToPath(new URL('../../../testdata', import.meta.url))
const files = ['openapi-examples', 'realworld']
  .flatMap((folder) => readdirSync(`${data}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(?:json|ya?ml)$/.test(file) && !file.includes('postman'))
const read = (file: string) => readFileSync(`${data}/${file}`, 'utf8')
const isDocument = (file: string) => /^\s*"?(?:openapi|swagger)"?\s*:/m.test(read(file))

const partsIn = (name: string, text: string) => {
  const parts = new Map<string, Part>()
  readParts(
    { name, document: descriptionOf(text), language: 'en', hasSchemas: false },
    (entry) => entry,
    (entry, part) => {
      parts.set(entry, part)
      return undefined
    },
  )
  return parts
}

/** Texts that end what is around them, in JSON, YAML, Markdown and a block of a page. */
const texts = [
  'At most 999; larger orders go through the bulk import.',
  'One line per shortage.\n\nDo not retry: it is # not a comment.',
  '```\n</script>-->\n```\n\n- "quoted" \\ `code` | table\n\n    indented',
  "yes: 'no' & *alias !tag %TAG @ {flow: [x]}",
  '用户说明：最多 999 件。',
  '  leading\ttab\n...\n---\n? key\n: value',
]

function wordsOn({ call }: Part): PartWords[] {
  const paths = [...new Set(call ? pathsOf(call) : [])]
  const every = Math.max(1, Math.floor(paths.length / 25))
  return paths
    .filter((_, n) => n % every === 0)
    .map((path, n): PartWords => ({ path, mode: n % 3 === 2 ? 'add' : 'replace', words: (texts[n % texts.length] as string).trim() }))
}

const plain = (value: unknown) =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, inner]) => inner !== '' && inner !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  )

describe('the words of people in real descriptions', () => {
  it.each(files.filter(isDocument))('are shown by %s as by the pages, and nothing else changes', (file) => {
    const [name, text] = [file.split('/').at(-1) as string, read(file)]
    const before = partsIn(name, text)
    const worded: WordedPart[] = []
    for (const part of before.values()) {
      const words = wordsOn(part)
      if (words.length > 0) worded.push({ kind: part.kind, key: part.key, words })
    }
    const description = { name, text, language: 'en' as const, parts: worded }
    const result = wordedText(description)
    const after = partsIn(name, result.text)
    expect([...after.keys()]).toEqual([...before.keys()])
    for (const [entry, { call, title }] of before) {
      const words = worded.find(({ kind, key }) => `${kind} ${key}` === entry)?.words ?? []
      expect(after.get(entry)?.title).toBe(title)
      if (call) expect(plain(after.get(entry)?.call)).toBe(plain(withWords(call, words).call))
    }
    const count = worded.reduce((sum, { words }) => sum + words.length, 0)
    const lists = [...result.text.matchAll(/x-sheaf-words/g)].length
    expect(result.text).not.toContain('x-sheaf-unplaced')
    const overlay = wordsOverlay(description, { title: 'Words', version: '1' }, 'json')
    const applied = parse(text, { uniqueKeys: false, merge: true, maxAliasCount: -1 })
    applyOverlay(applied, JSON.parse(overlay.text))
    expect(applied).toEqual(parse(result.text, { uniqueKeys: false, merge: true, maxAliasCount: -1 }))
    console.log(`${file}: ${worded.length} parts, ${count} words, ${lists} operations with a list`)
  })
})
