import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { unzipped } from '../../zip/test/unzip-sample.ts'
import type { ExportNode } from '../export.nodes.ts'
import { sampleSource } from './test/sample.ts'
import { problemsOf, valuesOf } from './test/sample-check.ts'
import { documentOf } from './test/sample-document.ts'

const run = promisify(execFile)
const manual = fileURLToPath(new URL('../../../../testdata/vue-docs-zh/src', import.meta.url))
const hasOffice = spawnSync('soffice', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'sheaf-office-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The document as plain text, converted by LibreOffice. */
async function asText(bytes: Buffer): Promise<string> {
  writeFileSync(join(folder, 'a.docx'), bytes)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run('soffice', [profile, '--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder, join(folder, 'a.docx')])
  return readFileSync(join(folder, 'a.txt'), 'utf8')
}

/** The folders and files of a manual as a tree. */
function manualSource() {
  const nodes: ExportNode[] = []
  const texts: Record<number, string> = {}
  const walk = (path: string, level: number, parent: number) => {
    for (const name of readdirSync(path).sort()) {
      const [id, at] = [nodes.length + 1, join(path, name)]
      const kind = statSync(at).isDirectory() ? 'catalog' : 'page'
      nodes.push({ kind, id, title: name.replace(/\.md$/, ''), level, number: String(id), parent, bytes: 0 })
      if (kind === 'catalog') walk(at, level + 1, id)
      else texts[id] = readFileSync(at, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
    }
  }
  walk(manual, 1, 0)
  return sampleSource({ nodes, texts })
}

// LibreOffice is no dependency of the tests, so this test runs only where it is installed.
const inOffice = hasOffice ? it : undefined
inOffice?.('opens in LibreOffice', async () => {
  const text = await asText(await documentOf(sampleSource()))
  for (const words of ['Book & <Sample>', 'Everything 全部', '说明较长的一段文字', 'echo in the list', '提示标题', 'Third & <last>'])
    expect(text).toContain(words)
})

it('writes every page of a real manual of 81 pages', async () => {
  const source = manualSource()
  const files = await unzipped(await documentOf(source))
  const document = files.get('word/document.xml')!.toString()
  for (const [name, bytes] of files) if (/\.(?:xml|rels)$/.test(name)) expect(problemsOf(bytes.toString())).toEqual([])
  const pages = valuesOf(document, /w:name="_page(\d+)"/g)
  expect(pages).toEqual(source.nodes.flatMap(({ kind, id }) => (kind === 'page' ? [String(id)] : [])))
  expect(pages).toHaveLength(81)
  expect(document.split('<w:pStyle w:val="Code"/>').length).toBeGreaterThan(900)
})
