import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { folderOf } from '../test/folder.ts'
import { type Item, itemWithKeys, start, titlesOf } from '../test/site.ts'

const block = (...lines: string[]) => `/**\n * showdoc\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`

onEachDatabase('a problem in a source file', (product) => {
  let item: Item
  beforeAll(async () => {
    item = await itemWithKeys(product)
  })
  const folder = folderOf({
    'a.js': block('@title A', '@url /a', '@prama x int') + block('@title', '@url /b') + block('@title C', '@catalog a/b/c/d', '@url /c'),
    'b.js':
      block('@title A', '@url /a2') +
      block('@title E') +
      block('@title F', '@number first', '@url /f') +
      block(`@title ${'x'.repeat(300)}`, '@url /x'),
    'large.js': 'x'.repeat(3_000_000),
    'picture.png': Buffer.from([137, 80, 0, 0]),
  })

  it('is reported with file and line, and the rest is pushed', async () => {
    const { code, out } = await start(product, { env: item.env, folder }, 'comments')
    expect(code).toBe(0)
    for (const line of [
      'a.js:5: the tag @prama is not known',
      'a.js:7: a comment for showdoc without a title',
      'a.js:12: catalogs have three levels; the rest of “a/b/c/d” is left out',
      'b.js:1: the same title in the same catalog as a.js:1; the later one counts',
      'b.js:6: nothing but a title: there is no page to make of it',
      'b.js:10: “first” is no order number',
      'b.js:16: the title is longer than 255 characters',
      'large.js: larger than --max-size, not read',
    ])
      expect(out).toContain(line)
    expect(out).toContain('Files read: 4, comments for pages: 3, binary files passed over: 1')
    expect(await titlesOf(item)).toEqual(['A', 'F', 'Pages from source code', 'a/b/c/C'])
  })

  it('is a failure with --strict only', async () => {
    expect((await start(product, { env: item.env, folder }, 'comments', '--strict')).code).toBe(4)
  })

  it('is part of the JSON report', async () => {
    const { out } = await start(product, { env: item.env, folder }, 'comments', '--json')
    expect(JSON.parse(out)).toMatchObject({
      created: [],
      unchanged: 3,
      orphans: [],
      warnings: expect.arrayContaining([{ file: 'a.js', line: 5, message: expect.any(String) }]),
    })
  })

  it('a page that the site refuses is reported, and the others are pushed', async () => {
    const single = await itemWithKeys(product, { item_type: '2' })
    const { code, out } = await start(product, { env: single.env, folder }, 'comments')
    expect(code).toBe(1)
    expect(out).toContain('Could not be pushed:')
  })
})
