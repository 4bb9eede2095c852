import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ExportOptions } from '../../export.source.ts'
import { type WordSource, wordBytes } from '../word.ts'

const sampleSite = { item_id: 5, item_domain: 'book', base: '', origins: ['https://docs.example.com'] }

/** The bytes of the document. Expects that no temporary file remains, also after an error. */
export async function documentOf(source: WordSource, more: Partial<ExportOptions> = {}): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-word-'))
  const options = { site: sampleSite, now: 1_790_000_000, dataDir, signal: new AbortController().signal, onProgress: () => {}, ...more }
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of wordBytes(source, options)) pieces.push(piece)
    return Buffer.concat(pieces)
  } finally {
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])
    rmSync(dataDir, { recursive: true })
  }
}
