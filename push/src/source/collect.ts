import { readFileSync, statSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { decode, isBinary } from '../lib/decode.ts'
import { type Block, blocksOf, type Comment, readTags } from './comments.ts'
import { type FileChoice, filesBelow } from './files.ts'
import type { CollectWords } from './words.ts'

interface ReadChoice {
  encoding: string | undefined
  /** In bytes. */
  maxSize: number
}

type FileRead = { blocks: Block[] } | { left: 'large' | 'binary' | 'encoding' | 'unreadable' }

/** The comments of a file that become pages. */
export function readSource(path: string, { encoding, maxSize }: ReadChoice): FileRead {
  try {
    if (statSync(path).size > maxSize) return { left: 'large' }
    const bytes = readFileSync(path)
    // In UTF-16 every second byte of a text can be zero.
    const isUtf16 = /16/.test(encoding ?? '')
    if (!isUtf16 && isBinary(bytes)) return { left: 'binary' }
    if (!isUtf16 && !bytes.includes('@title') && !bytes.includes('@\0t') && !bytes.includes('\0@\0t')) return { blocks: [] }
    const text = decode(bytes, encoding)
    return text === undefined ? { left: 'encoding' } : { blocks: blocksOf(text) }
  } catch {
    return { left: 'unreadable' }
  }
}

const NAME_MAX = 255
const CATALOG_DEPTH_MAX = 3

/** A comment with its catalog path and its source location. */
export interface Source {
  comment: Comment
  place: string[]
  number: number | undefined
  file: string
  line: number
}

interface SourceWarning {
  file: string
  line?: number
  message: string
}

interface Collected {
  sources: Source[]
  warnings: SourceWarning[]
  files: number
  binary: number
  /** Files that are there and were not read. */
  unread: Set<string>
}

/** The pages found in the files, and warnings. */
export function collect(
  starts: string[],
  choice: FileChoice & ReadChoice,
  prefix: string[],
  folder: string,
  words: CollectWords,
): Collected {
  const byPage = new Map<string, Source>()
  const result: Collected = { sources: [], warnings: [], files: 0, binary: 0, unread: new Set() }
  for (const path of filesBelow(starts, choice)) {
    const file = relative(folder, path).split(sep).join('/')
    const read = readSource(path, choice)
    result.files++
    if ('left' in read) result.unread.add(file)
    if ('blocks' in read) for (const block of read.blocks) addBlock(file, block)
    else if (read.left === 'binary') result.binary++
    else result.warnings.push({ file, message: words[read.left] })
  }
  result.sources = [...byPage.values()]
  return result

  function addBlock(file: string, block: Block) {
    const warn = (message: string, line = 0) => void result.warnings.push({ file, line: block.line + line, message })
    const { comment, unknown } = readTags(block.lines)
    for (const { tag, line } of unknown) warn(words.unknownTag(tag), line)
    const { title, catalog, number } = comment
    if (title === '') return warn(words.noTitle)
    if (title.length > NAME_MAX) return warn(words.longTitle)
    if (isEmptyComment(comment)) return warn(words.empty)
    const names = [
      ...prefix,
      ...catalog
        .split('/')
        .map((name) => name.trim())
        .filter(Boolean),
    ]
    if (names.length > CATALOG_DEPTH_MAX) warn(words.deep(names.join('/')))
    const isNumber = /^\d{1,9}$/.test(number)
    if (number && !isNumber) warn(words.badNumber(number))
    const place = names.slice(0, CATALOG_DEPTH_MAX)
    const key = [...place, title].join('\n')
    const duplicate = byPage.get(key)
    if (duplicate) warn(words.twice(`${duplicate.file}:${duplicate.line}`))
    byPage.set(key, { comment, place, number: (isNumber && Number(number)) || undefined, file, line: block.line })
  }
}

const isEmptyComment = ({ title: _, catalog: __, number: ___, method: ____, ...content }: Comment) =>
  Object.values(content).every((value) => value.length === 0)
