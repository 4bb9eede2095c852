import { Readable } from 'node:stream'
import type { ExportNode } from '../../export.nodes.ts'
import type { ExportFile } from '../../export.source.ts'
import type { WordSource } from '../word.ts'
import { everything, PICTURE } from './sample-text.ts'

export const pictureBytes = Buffer.from(PICTURE.slice(PICTURE.indexOf(',') + 1), 'base64')

const node = (kind: 'catalog' | 'page', id: number, title: string, level: number, number: string, parent = 0): ExportNode => ({
  kind,
  id,
  title,
  level,
  number,
  parent,
  bytes: 0,
})

const nodes = [
  node('page', 1, 'Everything 全部', 1, '1'),
  node('catalog', 1, 'Chapter 章', 1, '2'),
  node('page', 2, 'Second', 2, '2.1', 1),
  node('catalog', 2, 'Deeper', 2, '2.2', 1),
  node('page', 3, 'Third & <last>', 3, '2.2.1', 2),
]
const texts: Record<number, string> = {
  1: everything,
  2: '# Second\n\nText\n\n## Part {#part}\n\nMore',
  3: '1. again one\n\n#### Low\n\n# High',
}

interface Sample {
  nodes?: ExportNode[]
  texts?: Record<number, string>
  file?: WordSource['file']
  language?: 'en' | 'zh'
}

const picture: ExportFile = {
  file_id: 1,
  sign: '0123456789abcdef0123456789abcdef',
  name: 'a.png',
  type: 'image/png',
  size: pictureBytes.length,
  open: async () => Readable.from([pictureBytes]),
}

/** An export source without a database. */
export function sampleSource(sample: Sample = {}): WordSource {
  const all = sample.nodes ?? nodes
  return {
    item: { item_name: 'Book & <Sample>', item_description: 'to be "bound"' },
    language: sample.language ?? 'zh',
    nodes: all,
    async *texts() {
      for (const one of all) if (one.kind === 'page') yield { node: one, markdown: (sample.texts ?? texts)[one.id] ?? '' }
    },
    file: sample.file ?? (async (url) => (url.includes('visitFile') ? picture : undefined)),
  }
}
