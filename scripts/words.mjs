// npm run words: what the other languages lack. `npm run words -- export de out.json` collects the texts for a translator,
// `npm run words -- import de in.json` writes them back into the files next to the screens.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { codes } from '../contract/src/languages.ts'
import { problemsOf, readTexts, sources, tablesOf, textFileOf } from '../web/text-files.ts'

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.words.ts'))
  .sort()
  .map((name) => {
    const path = join(sources, name)
    return { path, tables: tablesOf(path, readFileSync(path, 'utf8')) }
  })
  .filter(({ tables }) => tables.length > 0)
const [command = 'report', language = '', file = ''] = process.argv.slice(2)

if (command === 'report') for (const code of codes) report(code)
else if ((command === 'export' || command === 'import') && /^[a-z]{2,3}(-\w+)?$/.test(language) && language !== 'en' && file) {
  if (command === 'export') exportTexts()
  else importTexts()
} else {
  console.error('npm run words\nnpm run words -- export LANGUAGE FILE\nnpm run words -- import LANGUAGE FILE')
  process.exitCode = 2
}

function report(code) {
  const found = { keys: 0, missing: [], obsolete: [], wrong: [] }
  for (const { path, tables } of files) {
    const texts = code === 'en' ? undefined : readTexts(path, code)
    for (const { name, entries } of tables) {
      found.keys += Object.keys(entries).length
      if (!texts) continue
      const problems = problemsOf(entries, texts[name])
      const place = `${relative(sources, textFileOf(path, code))}: ${name}.`
      found.missing.push(...problems.missing.map((key) => place + key))
      found.obsolete.push(...problems.obsolete.map((key) => place + key))
      found.wrong.push(...problems.wrong.map(({ key, why }) => `${place}${key}: ${why}`))
    }
    for (const name of Object.keys(texts ?? {})) {
      if (!tables.some((table) => table.name === name)) found.obsolete.push(`${relative(sources, textFileOf(path, code))}: ${name}`)
    }
  }
  const { missing, obsolete, wrong } = found
  console.log(
    `${code}: ${found.keys} texts, ${missing.length} missing, ${obsolete.length} obsolete, ${wrong.length} with wrong placeholders`,
  )
  for (const [name, list] of Object.entries({ missing, obsolete, wrong })) for (const one of list) console.log(`  ${name}  ${one}`)
}

/** One list for a translator: id → English text, values, and the text there is. */
function exportTexts() {
  const all = {}
  for (const { path, tables } of files) {
    const texts = readTexts(path, language)
    for (const { id, name, entries } of tables) {
      for (const [key, entry] of Object.entries(entries)) {
        const [english, ...values] = [entry].flat()
        all[`${id}.${key}`] = { english, ...(values.length > 0 && { values }), text: texts[name]?.[key] ?? '' }
      }
    }
  }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
  console.log(`${Object.keys(all).length} texts are in ${file}`)
}

/** Writes the texts of a list in the order of the English ones. Empty and unknown ones are left out. */
function importTexts() {
  const all = JSON.parse(readFileSync(file, 'utf8'))
  let count = 0
  for (const { path, tables } of files) {
    const texts = {}
    for (const { id, name, entries } of tables) {
      const own = {}
      for (const key of Object.keys(entries)) {
        const text = all[`${id}.${key}`]?.text
        if (text) own[key] = text
      }
      count += Object.keys(own).length
      if (Object.keys(own).length > 0) texts[name] = own
    }
    if (Object.keys(texts).length > 0) writeFileSync(textFileOf(path, language), `${JSON.stringify(texts, null, 2)}\n`)
    else rmSync(textFileOf(path, language), { force: true })
  }
  console.log(`${count} texts were written; run npm run words`)
}
