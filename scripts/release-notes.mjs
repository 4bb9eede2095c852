// Prints the notes of a release: the section of this version in CHANGELOG.md. Fails unless the tag is the version of package.json and
// the section has a date.
//   node scripts/release-notes.mjs v0.2.0 [CHANGELOG]
import { readFileSync } from 'node:fs'
import { at } from './tools.mjs'

const [tag = '', file = at('CHANGELOG.md')] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

function notes() {
  if (tag !== `v${version}`) throw new Error(`The tag "${tag}" is not the version of package.json, v${version}.`)
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  const section = sections.find((text) => text.startsWith(`[${version}] - `))
  if (!section) throw new Error(`CHANGELOG.md has no section [${version}].`)
  const [heading, ...lines] = section.split('\n')
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`The section of CHANGELOG.md has no date: ${heading}`)
  // The addresses of the headings are at the end of the file.
  return lines
    .filter((line) => !/^\[[\d.]+\]: /.test(line))
    .join('\n')
    .trim()
}

try {
  console.log(notes())
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
