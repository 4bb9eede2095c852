import { Refusal } from '@sheaf/contract'
import { jsonValues } from '../../api-docs/json-values.ts'
import { baseName, folderOf } from '../../import-plan/name.ts'
import type { ReadOptions } from '../../import-plan/types.ts'
import { tooManyBytes } from '../../zip/zip-budget.ts'
import type { ZipEntry } from '../../zip/zip-entry.ts'
import { readEntry } from '../../zip/zip-inflate.ts'
import type { Zip } from '../../zip/zip-open.ts'
import { decodeText } from '../../zip/zip-text.ts'
import { reportUnused } from '../plan/files.ts'
import { EscapeJudge } from './escaped.ts'
import { isForPeople } from './exported.ts'
import { type Info, parseInfo } from './info.ts'
import { readTexts } from './texts.ts'

/** Which file holds which page, by title, from prefix_readme.md; pages of one title follow one another. */
function parseReadme(text: string): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const found = /(prefix_[\da-f]{32}\.md)[\s)\]|]*$/.exec(line)
    if (!found) continue
    const title = line
      .slice(0, found.index)
      .replace(/[\s([|—–:：-]+$/, '')
      .replace(/^[\s|*-]+/, '')
    files.set(title, [...(files.get(title) ?? []), found[1]!])
  }
  return files
}

/** Bytes of prefix_info.json: it is parsed in one piece. */
const LARGEST_INFO = 64 * 1024 * 1024
/** Values in it: those of 100,000 pages and as many catalogs. */
const MOST_VALUES = 3_000_000

/** What an export says beside its tree. */
export interface ShowdocTexts {
  judge: EscapeJudge
  /** The text of the next page of this title that is only in a Markdown file, '' when there is none. */
  take(title: string): string
}

/** The list of an exported item, at the top or in the one folder around it; undefined when the zip is no export. */
export function findInfo(zip: Zip): ZipEntry | undefined {
  const found = [...zip.entries.values()].filter(({ name }) => /^(?:[^/]+\/)?prefix_info\.json$/.test(name))
  return found.sort((a, b) => a.name.split('/').length - b.name.split('/').length)[0]
}

/** Reads the list of an export. Refusals: importBroken, importTooBig. */
export async function readInfo(zip: Zip, entry: ZipEntry): Promise<Info> {
  if (entry.size > LARGEST_INFO) throw tooManyBytes(LARGEST_INFO)
  const bytes = await readEntry(zip, entry)
  if (!bytes) throw new Refusal('importBroken')
  if (jsonValues(bytes) > MOST_VALUES) throw new Refusal('importTooBig', { limit: `${MOST_VALUES}` })
  return parseInfo(decodeText(bytes))
}

/** Reads the Markdown files of an export, which tell whether its list is escaped and hold the texts that are missing there. */
export async function readShowdocTexts(
  zip: Zip,
  info: ZipEntry,
  { sheaf }: Info,
  { onProgress, signal }: ReadOptions,
): Promise<ShowdocTexts> {
  const judge = new EscapeJudge()
  const contents = new Map<string, string>()
  let titles = new Map<string, string[]>()
  const isText = ({ name }: ZipEntry) =>
    folderOf(name) === folderOf(info.name) && /^prefix_(?:[\da-f]{32}|readme)\.md$/.test(baseName(name))
  const texts = [...zip.entries.values()].filter(isText)
  // Our own list is whole; the files say the same again.
  await readTexts(zip, sheaf ? [] : texts, {
    skipped: zip.skipped,
    signal,
    onText: ({ name }, text, done, total) => {
      const file = baseName(name)
      if (file === 'prefix_readme.md') titles = parseReadme(text)
      else {
        judge.witness(text)
        contents.set(file, text)
      }
      onProgress?.(done, total)
    },
  })
  reportUnused(
    zip.skipped,
    [...zip.entries.values()].filter(
      (entry) => !entry.hidden && entry !== info && !isText(entry) && !(sheaf && isForPeople(entry.name, sheaf)),
    ),
  )
  return { judge, take: (title) => contents.get(titles.get(title)?.shift() ?? '') ?? '' }
}
