import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { elementsNamed, parseXml } from '../../../server/src/publish/test/xml.ts'
import { aPage } from '../../../server/src/test/given.ts'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { passDays, setReview } from '../../../server/src/test/reviews.ts'
import { problemsOfSarif } from '../findings/test/sarif-schema.ts'
import { run } from '../run.ts'
import { folderOf, write } from '../test/folder.ts'
import { type Item, itemWithKeys, start } from '../test/site.ts'

const source = (target: string) => `<!-- source: ${target} -->`
const orders = `export function createOrder(lines: number[]) {
  return lines.length
}
class Order { total() { return 1 } }
class Refund { total() { return 2 } }
`

onEachDatabase('sheaf-push check', (product) => {
  let item: Item
  let folder: string
  let page_id: string
  beforeEach(async () => {
    item = await itemWithKeys(product)
    folder = folderOf({ 'src/orders.ts': orders, 'notes.md': 'a\nb\nc\n', '.git/HEAD': '' })
    page_id = await aPage(item.owner, item.item_id, {
      page_title: 'Orders',
      page_content: `${source('shop:notes.md#L1-2')}\n\n# Limits\n\n${source('shop:src/orders.ts#createOrder')}\n\nFinal after 30 minutes.\n`,
    })
  })
  const env = () => ({ ...item.env, CI_COMMIT_SHA: 'abcdef0123456789' })
  const check = (...argv: string[]) => start(product, { env: env(), folder }, 'check', '--repo', 'shop', ...argv)
  const truth = () => item.owner.api.truth.page({ page_id })
  const accept = () => item.owner.api.truth.accept({ page_id, proof_ids: '[]' })

  it('is fresh until a symbol changes, which a person accepts', async () => {
    const first = await check()
    expect(first).toMatchObject({ code: 0, err: '', calls: ['getProofs', 'reportProofs', 'getTruth'] })
    expect(first.out).toBe(
      'shop at abcdef012345: 2 proofs in 2 files\n2 fresh, 0 stale, 0 gone, 0 unknown\nAll pages with a source or a review: 0 stale, 0 gone, 0 due, 0 unchecked, 1 fresh\n',
    )
    expect(await truth()).toMatchObject({
      state: 'fresh',
      proofs: [{ accepted_ref: 'abcdef0123456789' }, { seen_ref: 'abcdef0123456789' }],
    })
    write(folder, {
      'src/orders.ts': `// of the shop\n${orders.replace('lines.length', 'lines . length // all\n')}`,
      'notes.md': 'a \r\nb\r\nd\r\n',
    })
    expect((await check()).code).toBe(0)
    write(folder, { 'src/orders.ts': `\n${orders.replace('.length', '[0]')}` })
    const stale = await check()
    expect(stale.code).toBe(4)
    expect(stale.out).toContain('1 fresh, 1 stale, 0 gone, 0 unknown\nStale: the source has changed since a person accepted the page.\n')
    expect(stale.out).toContain('  - Orders, “Limits”: src/orders.ts#createOrder, line 2: has changed\n')
    expect((await check('--fail-on', 'gone')).code).toBe(0)
    await accept()
    expect((await check()).code).toBe(0)
  })

  it('says what is gone, ambiguous or cannot be read, and exits with 1 if nothing else is found (S212)', async () => {
    await check()
    symlinkSync('/etc/hostname', join(folder, 'link.txt'))
    const page_content = ['none.ts', 'src/orders.ts#total', 'src/orders.ts#Order.total', 'link.txt', 'notes.md#a', '.git/HEAD']
    await item.owner.api.page.save({
      page_id,
      page_title: 'Orders',
      page_content: page_content.map((one) => source(`shop:${one}`)).join('\n\n'),
    })
    const all = await check()
    expect(all.code).toBe(4)
    expect(all.out).toContain('6 proofs in 5 files\n1 fresh, 0 stale, 1 gone, 4 unknown\n')
    expect(all.out).toContain('  - Orders: none.ts: there is no such file\n')
    expect(all.out).toContain('src/orders.ts#total: total is declared in lines 4, 5; name the class as well')
    expect(all.out.match(/only files below the root are read/g)).toHaveLength(2)
    expect(all.out).toContain('notes.md#a: symbols in this kind of file are not known')
    expect((await truth()).proofs.map(({ problem }) => problem)).toEqual(['missing', 'ambiguous', '', 'failed', 'failed', 'failed'])
    await item.owner.api.page.save({ page_id, page_title: 'Orders', page_content: source('shop:src/orders.ts#total') })
    expect((await check()).code).toBe(1)
  })

  it('asks addresses with --urls', async () => {
    const server = createServer((request, response) => void response.writeHead(request.url === '/gone' ? 410 : 200).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await aPage(item.owner, item.item_id, {
      page_title: 'Terms',
      page_content: [`http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/gone`].map(source).join('\n\n'),
    })
    expect((await check()).out).not.toContain('address')
    const { code, out, calls } = await check('--urls')
    server.close()
    expect([code, calls]).toEqual([4, ['getProofs', 'getProofs', 'reportProofs', 'reportProofs', 'getTruth']])
    expect(out).toContain('2 proofs in 2 files, 2 addresses\n3 fresh, 0 stale, 1 gone, 0 unknown')
    expect(out).toContain(`  - Terms: http://127.0.0.1:${port}/gone: answers 410\n`)
  })

  it('--dry-run says the same and reports nothing', async () => {
    await check()
    write(folder, { 'notes.md': 'x\nb\n' })
    rmSync(join(folder, 'src'), { recursive: true })
    const { code, out, calls } = await check('--dry-run')
    expect([code, calls]).toEqual([4, ['getProofs', 'getTruth']])
    expect(out).toContain('Nothing was reported; this is what would be found.\n')
    expect(out).toContain('0 fresh, 1 stale, 1 gone, 0 unknown')
    expect(await truth()).toMatchObject({ state: 'fresh' })
  })

  it('counts only the pages of a catalog, and reviews that are due', async () => {
    const cat_id = await item.owner.api.catalog.save({ item_id: item.item_id, cat_name: 'Guide' }).then((catalog) => catalog.cat_id)
    await aPage(item.owner, item.item_id, { cat_id, page_title: 'Notes', page_content: source('shop:notes.md') })
    await check()
    write(folder, { 'src/orders.ts': '' })
    expect((await check()).code).toBe(4)
    const inGuide = await check('--catalog', 'Guide')
    expect(inGuide).toMatchObject({ code: 0, out: expect.stringContaining('1 proof in 1 file\n') })
    expect(await check('--catalog', 'None')).toMatchObject({ code: 2, err: 'There is no catalog “None”.\n' })
    await setReview(item.owner, item.item_id, { cat_id }, { days: '30' })
    await passDays(product, item.item_id, 31)
    expect((await check('--catalog', 'Guide', '--fail-on', 'stale')).code).toBe(0)
    const due = await check('--catalog', 'Guide', '--fail-on', 'due')
    expect(due.code, due.out).toBe(4)
    expect(due.out).toMatch(/A review is due:\n {2}- Notes: https?:\/\/\S+\/\d+\/\d+\n/)
  })

  it('writes JUnit and SARIF, and JSON for programs (S225)', async () => {
    const title = 'Prices ]]> "&\u001b'
    await aPage(item.owner, item.item_id, { page_title: title, page_content: source('shop:gone <b>.ts') })
    await check()
    write(folder, { 'src/orders.ts': `\n\n${orders.replace('.length', '[0]')}` })
    const { code, out } = await check('--junit', 'out/junit.xml', '--sarif', 'out/sarif.json', '--json')
    expect(code).toBe(4)
    const root = parseXml(readFileSync(join(folder, 'out/junit.xml'), 'utf8'))
    expect(
      elementsNamed(root, 'testcase').map(({ children }) => children.map(({ name, attributes }) => [name, attributes['type']])),
    ).toEqual([[['failure', 'stale']], [['failure', 'gone']]])
    const log = JSON.parse(readFileSync(join(folder, 'out/sarif.json'), 'utf8'))
    expect(problemsOfSarif(log)).toEqual([])
    const [stale, gone] = log.runs[0].results
    expect(stale).toMatchObject({
      ruleId: 'stale-source',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/orders.ts' }, region: { startLine: 3 } } }],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: expect.stringMatching(/^https?:\/\/\S+\/\d+/) } } }],
    })
    expect(gone).toMatchObject({
      ruleId: 'gone-source',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'gone%20%3Cb%3E.ts' } } }],
    })
    expect(JSON.parse(out)).toMatchObject({
      repo: 'shop',
      ref: 'abcdef0123456789',
      fresh: 1,
      stale: 1,
      gone: 1,
      results: [{ page_id, state: 'stale', lines: [3] }, {}],
    })
    await accept()
    await check('--sarif', 'out/next.json')
    write(folder, { 'src/orders.ts': orders })
    await check('--sarif', 'out/next.json')
    const next = JSON.parse(readFileSync(join(folder, 'out/next.json'), 'utf8')).runs[0].results
    // A page that was accepted and became stale again has another fingerprint; one that is still gone has the same.
    expect(next[1].partialFingerprints).toEqual(gone.partialFingerprints)
    expect(next[0].partialFingerprints).not.toEqual(stale.partialFingerprints)
  })

  it('has nothing to do in a repository that no page names, takes its name from the folder, and speaks Chinese', async () => {
    const other = folderOf({ '.git/HEAD': '' })
    const none = await start(product, { env: item.env, folder: other }, 'check', '--repo', 'other')
    expect(none).toMatchObject({ code: 0, out: expect.stringContaining('No page of the item names the repository “other”.') })
    write(folder, { 'sheaf-push.json': JSON.stringify({ check: { repo: 'shop' } }) })
    rmSync(join(folder, 'src'), { recursive: true })
    const { code, out } = await start(product, { env: { ...item.env, LANG: 'zh_CN.UTF-8' }, folder }, 'check')
    expect(code).toBe(4)
    expect(out).toContain('  - Orders“Limits”一节：src/orders.ts#createOrder：文件不存在\n')
  })
})

describe('a wrong command line', () => {
  it.each([
    [['check', 'src'], 'check takes options only'],
    [['check', '--fail-on', 'breaking'], '--fail-on is gone, stale, due or unchecked, not “breaking”.'],
    [['check', '--repo', 'my shop'], '“my shop” is no name of a repository'],
    [['check', '--root', 'missing'], 'There is no folder or file'],
    [['check', '--force'], '--force is not an option of “check”'],
    [['openapi', 'a.json', '--urls'], '--urls is not an option of “openapi”'],
  ])('%j exits with 2 and calls nothing', async (argv, reason) => {
    let err = ''
    const code = await run(argv, {
      out: () => {},
      err: (text) => {
        err += text
      },
      env: { SHEAF_URL: 'https://docs.test', SHEAF_KEY: 'k', SHEAF_TOKEN: 'secret-token' },
      fetch: () => Promise.reject(new Error('a call')),
      isTerminal: false,
      version: '1.2.3',
      folder: folderOf({ 'a.json': '' }),
    })
    expect([code, err]).toEqual([2, expect.stringContaining(reason)])
  })
})
