import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codes } from '@sheaf/contract/languages'
import type { Plugin } from 'vitest/config'
import { readTexts, tablesOf, textFileOf, textsFor } from './text-files.ts'

const MARK = /(["'`])@@words:([^@]+)@@\1/g

/** The second argument of `words`, as the browser gets it. Exact text, because e2e/ replaces it by other texts. */
export const builtTable = (id: string, texts: object) => JSON.stringify({ id, texts })

/** The path of a module with English tables, or undefined. */
function wordsFileOf(id: string) {
  const [path = ''] = id.split('?')
  return path.endsWith('.words.ts') ? path : undefined
}

const otherTexts = (path: string) =>
  codes.filter((language) => language !== 'en').map((language) => ({ language, texts: readTexts(path, language) }))

/**
 * Adds the other languages to the English tables of `*.words.ts`. The server, tests and the development server get all
 * languages. The browser gets one: the build leaves a mark in place of each table, and then writes every script that
 * contains texts, or imports such a script, once per language (`main-abc.en.js`, `main-abc.zh.js`).
 */
export function wordsPlugin({ perLanguage = false } = {}): Plugin {
  /** Language → table → texts. */
  const built = new Map(codes.map((language) => [language as string, new Map<string, object>()]))

  return {
    name: 'sheaf-words',
    enforce: 'pre',
    // Vitest keeps transformed modules between runs. With this key, tests do not see texts that their file no longer has.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => {
        const path = wordsFileOf(id)
        return path && JSON.stringify(otherTexts(path))
      }),
    transform(code, id) {
      const path = wordsFileOf(id)
      if (!path) return undefined
      const files = otherTexts(path)
      for (const { language } of files) this.addWatchFile(textFileOf(path, language))
      let result = code
      for (const { id, name, entries, start, end } of tablesOf(path, code).reverse()) {
        const all: Record<string, object> = { en: entries }
        for (const { language, texts } of files) {
          const own = textsFor(language, entries, texts[name])
          all[language] = own[language] as object
          built.get(language)?.set(id, own)
        }
        built.get('en')?.set(id, { en: entries })
        const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12)
        const argument = perLanguage ? `"@@words:${id}:${hash}@@"` : builtTable(id, all)
        result = `${result.slice(0, start)}{}, ${argument}${result.slice(end)}`
      }
      return { code: result.replace(/= words\(/g, '= /* @__PURE__ */ words('), map: null }
    },
    writeBundle({ dir }) {
      if (!perLanguage || !dir) return
      const templates = templatesIn(dir)
      for (const [language, tables] of built) writeScripts(dir, templates, language, tables)
      for (const name of templates.keys()) rmSync(join(dir, 'assets', name))
      rmSync(manifestOf(dir))
    },
  }
}

const manifestOf = (dir: string) => join(dir, '.vite', 'manifest.json')

/** The scripts that contain a mark or the name of another such script. */
function templatesIn(dir: string): Map<string, string> {
  const scripts = new Map(
    readdirSync(join(dir, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(dir, 'assets', name), 'utf8')]),
  )
  const found = new Map<string, string>()
  const users = new Map<string, string[]>()
  for (const [name, code] of scripts) {
    for (const [used] of code.matchAll(/[\w.-]+\.js\b/g)) if (scripts.has(used)) users.set(used, [...(users.get(used) ?? []), name])
  }
  const add = (name: string) => {
    if (found.has(name)) return
    found.set(name, scripts.get(name) as string)
    for (const user of users.get(name) ?? []) add(user)
  }
  for (const [name, code] of scripts) if (code.match(MARK)) add(name)
  return found
}

function writeScripts(dir: string, templates: ReadonlyMap<string, string>, language: string, tables: ReadonlyMap<string, object>) {
  const named = (text: string) =>
    text.replace(/[\w.-]+\.js\b/g, (name) => (templates.has(name) ? name.replace(/js$/, `${language}.js`) : name))
  for (const [name, code] of templates) {
    const own = named(code).replace(MARK, (_, _quote, mark: string) => {
      const id = mark.slice(0, mark.lastIndexOf(':'))
      return builtTable(id, tables.get(id) as object)
    })
    writeFileSync(join(dir, 'assets', named(name)), own)
  }
  writeFileSync(manifestOf(dir).replace(/json$/, `${language}.json`), named(readFileSync(manifestOf(dir), 'utf8')))
  mkdirSync(join(dir, 'texts'), { recursive: true })
  writeFileSync(join(dir, 'texts', `${language}.js`), `export default ${JSON.stringify(Object.fromEntries(tables))}\n`)
}
