import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipOf } from '../scripts/zip.mjs'

const words =
  'order stock refund invoice shipment customer warehouse payment ledger report token callback retry timeout cache index queue worker schema branch'.split(
    ' ',
  )
const chinese = ['订单', '库存', '退款', '发票', '配送', '客户', '仓库', '支付', '账簿', '报表']

/** Search terms: in three pages, in one page of a hundred, in every page, in none. */
export const searchTerms = { rare: 'quokka', chinese: '审计', common: 'endpoint', none: 'xylograph' }
/** Text of the first page; when it is visible, the article is visible. */
export const marker = 'Marker amber heron'

const pick = <T>(list: T[], n: number) => list[n % list.length] as T

/** About 2.5 kB of Markdown; the same number always gives the same text. */
export function pageText(n: number): string {
  const line = (k: number) => Array.from({ length: 18 }, (_, w) => pick(words, n * 7 + k * 13 + w * w)).join(' ')
  const rare = n % 2000 === 7 ? ` ${searchTerms.rare}` : ''
  const zh = n % 100 === 3 ? searchTerms.chinese : ''
  const rows = Array.from({ length: 6 }, (_, k) => `| field_${n}_${k} | string | ${pick(chinese, n + k)}${zh} ${line(k).slice(0, 60)} |`)
  return `${n === 0 ? marker : `Page ${n}`} describes the endpoint of ${pick(chinese, n)}.${rare}\n\n## Request\n\n${line(1)}.\n\n| Name | Type | Description |\n|:--|:--|:--|\n${rows.join('\n')}\n\n## Example\n\n\`\`\`json\n{ "id": ${n}, "state": "${pick(words, n)}" }\n\`\`\`\n\n## Notes\n\n${Array.from({ length: 8 }, (_, k) => line(k + 2)).join('.\n\n')}.\n`
}

const pad = (n: number) => String(n).padStart(4, '0')

/** A zip of `pages` pages: one at the root, the rest in catalogs of ten on two levels. */
export function writeManualZip(pages: number): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sheaf-bench-')), 'bench.zip')
  const files: Record<string, Buffer> = {}
  for (let n = 0; n < pages; n++) {
    const folder = n === 0 ? '' : `C${pad(Math.floor(n / 100))}/${n % 100 < 10 ? '' : `S${pad(Math.floor(n / 10))}/`}`
    files[`Bench/${folder}${pad(n)} ${pick(words, n)}.md`] = Buffer.from(pageText(n))
  }
  writeFileSync(path, zipOf(files, 1))
  return path
}

/** A part of the tree of an item. */
export interface Branch {
  pages: { page_id: string }[]
  catalogs: Branch[]
}

export const pagesOf = ({ pages, catalogs }: Branch): string[] => [...pages.map((page) => page.page_id), ...catalogs.flatMap(pagesOf)]
