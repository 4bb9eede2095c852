import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Language } from '@sheaf/contract/languages'
import { partFences } from '@sheaf/description/fence'
import { type OutFormat, type WordedPart, wordedText, wordsOverlay } from '@sheaf/description/out'
import { readWords } from '@sheaf/description/words'
import { boundedTask } from '../../runtime/bounded-task.ts'
import { textOf } from './file-text.ts'

const expand = promisify(zstdDecompress)

/** A part with words, by all its keys, and the text of its page. */
export interface WordedPage {
  kind: string
  key: string
  keys: string[]
  page_text: string
}

export interface OutTask {
  /** The file of the version that pages show, compressed. */
  bytes: Uint8Array
  fileName: string
  language: Language
  /** The name of the source in the blocks of pages. */
  source: string
  title: string
  version: string
  form: 'words' | 'overlay'
  /** Of an overlay; '' for the format of the description. */
  format: OutFormat | ''
  pages: WordedPage[]
}

/** Only the first block of a page shows its own part. */
function wordedPart({ kind, key, keys, page_text }: WordedPage, source: string): WordedPart {
  const fence = partFences(page_text).find((one) => one.kind === kind && one.source === source && keys.includes(one.key))
  return { kind: kind as WordedPart['kind'], key, words: fence ? readWords(fence.body).words : [] }
}

/** Writes a description with the words of people, or these words alone. */
export default boundedTask(async (task: OutTask): Promise<{ text: string; format: OutFormat }> => {
  const { fileName: name, language, source, title, version, form, format, pages } = task
  const parts = pages.map((page) => wordedPart(page, source)).filter(({ words }) => words.length > 0)
  const description = { name, text: await textOf(await expand(task.bytes)), language, parts }
  return form === 'words' ? wordedText(description) : wordsOverlay(description, { title, version }, format || undefined)
})
