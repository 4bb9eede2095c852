import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { parseMessage } from '../web/src/lib/message.ts'
import type { Entries } from '../web/src/lib/words.ts'
import { builtTable } from '../web/vite-words.ts'
import { root } from './product.ts'

/*
 * en-XA: English with accents on all letters and words that are about 30 % longer. It shows texts that are not in a table of texts, and
 * places that are too narrow for a longer language. It exists in this folder only: the browser gets the built scripts with its texts in
 * place of the English ones.
 */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = [...'àƀçđéƒğĥíĵķļɱñöƥɋřšţûṽŵẋýžÀƁÇĐÉƑĞĤÍĴĶĻṀÑÖƤɊŘŠŢÛṼŴẊÝŽ']
const LONGER = 0.3
/** Not words: placeholders of other programs, addresses and code. */
const KEPT = /(\$\{\w+\}|\{[^{}]*\}|https?:\S+|`[^`]*`|@\w+)/

const longer = (word: string) => word + (word.at(-1) ?? '').repeat(Math.ceil(word.length * LONGER))
const accented = (text: string) => [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')
const madeUp = (text: string) =>
  text
    .split(KEPT)
    .map((part, at) => (at % 2 ? part : part.replace(/[a-z]{2,}/gi, (word) => accented(longer(word))).replace(/[a-z]/gi, accented)))
    .join('')

type Part = ReturnType<typeof parseMessage>[number]

/** A message with its words replaced; its values and forms stay. */
const messageOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return madeUp(part)
      if (part.name === '') return '#'
      if (part.kind === 'value') return `{${part.name}}`
      if (part.kind === 'number') return `{${part.name}, number}`
      if (part.kind === 'list') return `{${part.name}, list, ${messageOf(part.entry)}}`
      const branches = Object.entries(part.branches).map(([key, branch]) => ` ${key} {${messageOf(branch)}}`)
      return `{${part.name}, ${part.kind},${branches.join('')}}`
    })
    .join('')

const madeUpEntries = (entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([key, entry]) => {
      if (typeof entry === 'string') return [key, madeUp(entry)]
      const [message, ...names] = entry
      return [key, [messageOf(parseMessage(message)), ...names]]
    }),
  )

/** The English texts of the built scripts, by the id of their table. */
async function builtTexts(): Promise<Map<string, { en: Entries }>> {
  const { default: texts } = (await import(pathToFileURL(join(root, 'dist/web/texts/en.js')).href)) as {
    default: Record<string, { en: Entries }>
  }
  return new Map(Object.entries(texts))
}

/** Gives this window the made-up texts instead of the English ones. Pages from the server arrive without their rendered text. */
export async function speakMadeUp(page: Page) {
  const english = await builtTexts()
  const scripts = new Map<string, string>()
  const scriptOf = (name: string) => {
    const known = scripts.get(name)
    if (known) return known
    let code = readFileSync(join(root, 'dist/web/assets', name), 'utf8')
    for (const [, id = ''] of code.matchAll(/\{"id":"([^"]+)","texts":\{/g)) {
      const texts = english.get(id)
      if (texts) code = code.replace(builtTable(id, texts), () => builtTable(id, { en: madeUpEntries(texts.en) }))
    }
    scripts.set(name, code)
    return code
  }
  await page.route(/\/assets\/[^/]+\.en\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: scriptOf(new URL(route.request().url()).pathname.split('/').at(-1) ?? '') }),
  )
  await page.route(
    (url) => !/^\/(?:assets|api|texts|pictures|server)\//.test(url.pathname) && !/\.\w+$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch({ maxRedirects: 0 })
      const html = (await response.text())
        .replace(
          /<div id="root">[\s\S]*<\/div>\n<script type="application\/json" id="boot">/,
          '<div id="root"></div>\n<script type="application/json" id="boot">',
        )
        .replace(/"seed":\[[\s\S]*?\](?=,"(?:unclaimed|missing)"|\}<\/script>)/, '"seed":[]')
      return route.fulfill({ response, body: html })
    },
  )
}
