import { expect, it } from 'vitest'
import { aFile, anItem, aPage } from '../../test/given.ts'
import { onOneDatabase } from '../../test/product.ts'
import { aBook, requestExport } from '../../test/samples/exported.ts'
import { PIXEL } from '../../test/samples/pixel.ts'
import { unzipped } from '../../zip/test/unzip-sample.ts'
import { problemsOf, valuesOf, wordsOf } from './test/sample-check.ts'

onOneDatabase('Word export', (product) => {
  it('writes the reading tree as headings, with the pictures of the pages', async () => {
    const owner = await product.user('binder')
    const book = await aBook(product, owner)
    const reply = await requestExport(product, owner, 'word', { item_id: book.item_id })
    expect(reply.headers['content-type']).toContain('wordprocessingml')
    expect(reply.headers['content-disposition']).toMatch(/^attachment.*\.docx/)
    const files = await unzipped(reply.rawPayload)
    const document = files.get('word/document.xml')!.toString()
    expect(problemsOf(document)).toEqual([])
    const headings = valuesOf(document, /<w:pStyle w:val="Heading\d"\/>.*?<w:t [^>]*>([^<]*)<\/w:t>/g)
    const levels = valuesOf(document, /<w:pStyle w:val="Heading(\d)"\/>/g)
    const levelOf = (title: string) => levels[headings.indexOf(title)]
    expect(['CON', '1. 同名 / same', '.hidden', 'Empty, and “quoted”', 'LAST'].map(levelOf)).toEqual(['1', '2', '3', '1', '1'])
    expect(headings[0]).toBe('a/b\\c:d*e?&quot;f&quot;')
    expect([...files.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(2)
    expect(files.get('word/media/1.png')!.subarray(0, PIXEL.length)).toEqual(PIXEL)
    expect(valuesOf(document, /w:anchor="(_page\d+)"/g)).toContain(`_page${book.first}`)
  })

  it('exports a catalog with its descendants, or a single page', async () => {
    const owner = await product.user('chooser')
    const book = await aBook(product, owner)
    const wordsFor = async (fields: Record<string, string>) => {
      const files = await unzipped((await requestExport(product, owner, 'word', { item_id: book.item_id, ...fields })).rawPayload)
      return wordsOf(files.get('word/document.xml')!.toString())
    }
    const part = await wordsFor({ cat_id: book.section })
    expect(part).toContain('同名')
    expect(part).toContain('长'.repeat(200))
    expect(part).not.toContain('Start')
    expect(part).not.toContain('front matter')
    const page = await wordsFor({ page_id: book.first })
    expect(page).toContain('Start')
    expect(page).not.toContain('同名')
  })

  it('S93: includes no file that the exporting user has no access to', async () => {
    const [owner, other] = [await product.user('owner'), await product.user('other')]
    const foreignItem = await anItem(other, { password: 'closed to all 1' })
    const sign = await aFile(product, foreignItem, PIXEL, { owner: other, name: 'secret.png', type: 'image/png' })
    const item_id = await anItem(owner)
    await aPage(owner, item_id, { page_content: `![not mine](/server/index.php?s=/api/attachment/visitFile/sign/${sign})` })
    const files = await unzipped((await requestExport(product, owner, 'word', { item_id })).rawPayload)
    expect([...files.keys()].filter((name) => name.includes('media'))).toEqual([])
    expect(wordsOf(files.get('word/document.xml')!.toString())).toContain('[not mine]')
  })
})
